package dev.redliner.controller.web;

import dev.redliner.controller.capacity.Headroom;

/** The headroom of a service as the pages show it. */
record HeadroomBar(Headroom headroom) {
    /** The place of the safe capacity in the picture of {@value #WIDTH} units, equal in each row. */
    private static final double SAFE_AT = 75;

    private static final double WIDTH = 100;

    public double left() {
        return headroom.left();
    }

    public boolean little() {
        return headroom.little();
    }

    /** Start of the busiest five minutes, in ISO format. */
    public String peakAt() {
        return Figures.iso(headroom.peak().at());
    }

    public String words() {
        return left() < 0 ? Figures.percent(-left()) + " too little" : Figures.percent(left());
    }

    public String arithmetic() {
        return "peak " + Figures.rps(headroom.peak().rps()) + " of " + Figures.rps(headroom.safe()) + " rps";
    }

    /** The length of the bar. */
    public double bar() {
        return Math.round(Math.min(WIDTH, SAFE_AT * headroom.peak().rps() / headroom.safe()) * 10) / 10.0;
    }

    public String mood() {
        return left() < 0 ? "bad" : little() ? "warn" : "peak";
    }
}
