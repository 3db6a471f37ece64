-- The row of a deleted service stays: its Envoys keep the configuration that they have, and the revision of its pool's
-- record only grows.
alter table service add column declared boolean default true not null;

-- Of the pool's record on redliner.pools: above the one before and not below the time in ms, so that it also grows when the
-- service is declared anew in another database.
alter table service add column pool_revision bigint default 1 not null;

-- The last definition in mode full whose listener, routes and clusters Envoys keep although it is no longer declared.
alter table service add column frozen text;
