"""Draws the sets of small hosts: threads, cores or an event loop that carry LOW to HIGH requests per second.

  python3 draw_small.py draw SEED COUNT LOW HIGH DEADLINE_SECONDS FOLDER
  ../../redliner benchmark truth --scenarios FOLDER --requests 3000000
  python3 draw_small.py keep FOLDER
  python3 draw_small.py knees FOLDER...

"keep" leaves the hosts whose redline is known within 1%, lies between 1.2 times the normal load and 95% of the highest,
and falls where one percent more load makes the tail at least four percent worse. "knees" fits how the exponent of a knee
grows with the number of requests that arrive within the latency limit, over hosts with a truth.
"""
import json
import math
import os
import random
import sys


def draw(seed, count, low, high, deadline, folder):
    r = random.Random(seed)
    os.makedirs(folder, exist_ok=True)
    for i in range(count):
        host = scenario(r, f"h{i + 1:02d}", low, high, deadline)
        with open(f"{folder}/{host['id']}.json", "w") as file:
            json.dump(host, file, indent=1)


def scenario(r, name, low, high, deadline):
    on = lambda chance: r.random() < chance
    capacity = math.exp(r.uniform(math.log(low), math.log(high)))
    kind = r.choice(["threads", "threads", "cores", "loop"])
    busy = r.uniform(.6, .85)  # of its servers at the redline, roughly
    servers = max(1, round(capacity / busy * math.exp(r.uniform(math.log(10), math.log(200))) / 1000))
    servers = min(servers, {"loop": 1, "cores": 8, "threads": 24}[kind])
    mean = servers * busy / capacity * 1000
    service = service_time(r, mean)
    slo = math.ceil(p99_alone(service) * r.uniform(1.5, 3.5) / 5) * 5
    total = capacity * r.uniform(1.3, 4)
    hosts = max(3, min(10, math.ceil(total / capacity / r.uniform(.35, .6))))
    swing = on(.3)
    return dict(
        version=1, id=name, note=f"{kind}, {hosts} hosts",
        host=dict(discipline="ps" if kind == "cores" else "fcfs", servers=servers, service=service, base_ms=1.0,
                  queue_limit=1000, timeout_ms=max(2000, 8 * slo), drop_expired=True, contention=0.0),
        warmup=dict(amp=round(r.uniform(.1, .3), 2), tau_up_s=round(r.uniform(8, 30))) if on(.25) else {},
        gc=dict(every_requests=0, every_s=round(r.uniform(8, 60)), pause_ms=round(slo * r.uniform(.2, .7)), pause_cv=.3)
        if on(.35) else {},
        neighbour=dict(slow=round(r.uniform(.06, .18), 2), mean_on_s=r.randint(3, 8), mean_off_s=r.randint(25, 60))
        if on(.25) else {},
        errors=dict(floor=round(r.uniform(2e-5, 3e-4), 6)) if on(.4) else {},
        traffic=dict(total_qps=round(total, 1), diurnal_amp=.08 if swing else round(r.uniform(0, .1), 2),
                     diurnal_period_s=60 if swing else round(r.uniform(1200, 3600)),
                     ar_sigma=round(r.uniform(.01, .08), 3), ar_rho=round(r.uniform(.5, .95), 2),
                     batch_mean=round(r.uniform(1.2, 2.5), 1) if on(.4) else 1.0, share_cap=.95),
        metrics=dict(delay_s=r.randint(1, 3), cpu_visible=on(.7),
                     cpu_per_busy=round(r.uniform(.3, .9), 2) if kind == "threads" else 1.0),
        actuation=dict(lag_s=1), slo=dict(latency_ms=slo, quantile=.99, max_error=.001),
        start_qps=round(total / hosts, 2), max_qps=round(min(.95 * total, capacity * r.uniform(1.2, 2)), 2),
        deadline_s=deadline)


def service_time(r, mean):
    dist = r.choice(["exp", "gamma", "lognormal", "lognormal", "bimodal"])
    cv = {"exp": 1.0, "gamma": r.uniform(.3, 1.2), "lognormal": r.uniform(.5, 1.8), "bimodal": 1.0}[dist]
    service = dict(dist=dist, mean_ms=round(mean, 2), cv=round(cv, 2))
    if dist == "bimodal":
        service.update(slow_frac=round(r.uniform(.03, .15), 3), slow_x=round(r.uniform(3, 8), 1))
    return service


def p99_alone(service):
    cv, mean = service["cv"], service["mean_ms"]
    sigma = math.sqrt(math.log(1 + cv * cv))
    return mean * {"exp": 4.6, "gamma": 1 + 3.6 * cv, "lognormal": math.exp(2.326 * sigma - sigma * sigma / 2),
                   "bimodal": 6.0}[service["dist"]]


def keep(folder):
    truths = json.load(open(f"{folder}/truth.json"))
    kept = {}
    for name, known in truths.items():
        host = json.load(open(f"{folder}/{name}.json"))
        in_reach = 1.2 * host["start_qps"] < known["truth"] < .95 * host["max_qps"]
        if known["se_pct"] <= 1 and known["elasticity"] >= 4 and in_reach:
            kept[name] = known
    for file in os.listdir(folder):
        if file != "truth.json" and file[:-5] not in kept:
            os.remove(f"{folder}/{file}")
    with open(f"{folder}/truth.json", "w") as file:
        json.dump(kept, file, indent=1)


def knees(folders):
    points = []
    for folder in folders:
        for name, known in json.load(open(f"{folder}/truth.json")).items():
            if known["rule"] == "latency":
                limit = json.load(open(f"{folder}/{name}.json"))["slo"]["latency_ms"] / 1000
                points.append((math.log(known["truth"] * limit), math.log(known["elasticity"])))
    n = len(points)
    x = sum(p[0] for p in points) / n
    y = sum(p[1] for p in points) / n
    growth = sum((p[0] - x) * (p[1] - y) for p in points) / sum((p[0] - x) ** 2 for p in points)
    spread = math.sqrt(sum((p[1] - y - growth * (p[0] - x)) ** 2 for p in points) / (n - 2))
    print(f"{n} hosts: {math.exp(y - growth * x):.1f} * requests^{growth:.2f}, deviation of its logarithm {spread:.2f}")
    for low, high in (0, 10), (10, 30), (30, 100), (100, math.inf):
        own = sorted(p[1] for p in points if low <= math.exp(p[0]) < high)
        if own:
            print(f"{low} to {high} requests within the limit: median {math.exp(own[len(own) // 2]):.1f}, {len(own)} hosts")


if __name__ == "__main__":
    command, *arguments = sys.argv[1:] or [""]
    if command == "knees" and arguments:
        knees(arguments)
    elif command == "draw" and len(arguments) == 6:
        seed, count, low, high, deadline, folder = arguments
        draw(int(seed), int(count), float(low), float(high), int(deadline), folder)
    elif command == "keep" and len(arguments) == 1:
        keep(arguments[0])
    else:
        sys.exit(__doc__)
