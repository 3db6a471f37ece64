package dev.redliner.controller.access;

import java.util.List;

/**
 * An account of the accounts file.
 *
 * @param name unique among users and tokens
 * @param secret the hash of the password or the token
 */
record Account(String name, String secret, List<Role> roles) {
    Identity identity() {
        return new Identity(name, roles);
    }

    @Override
    public String toString() {
        return name;
    }
}
