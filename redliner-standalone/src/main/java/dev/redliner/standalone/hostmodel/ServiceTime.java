package dev.redliner.standalone.hostmodel;

/** How long a request takes on a host that does nothing else; seconds. */
sealed interface ServiceTime {
    double draw(Chance chance);

    record Exponential(double mean) implements ServiceTime {
        @Override
        public double draw(Chance chance) {
            return chance.exponential(mean);
        }
    }

    record Lognormal(double mu, double sigma) implements ServiceTime {
        @Override
        public double draw(Chance chance) {
            return chance.lognormal(mu, sigma);
        }
    }

    record Gamma(double shape, double scale) implements ServiceTime {
        @Override
        public double draw(Chance chance) {
            return chance.gamma(shape, scale);
        }
    }

    /** A part of the requests is so many times slower than the others. */
    record Bimodal(double fastMean, double slowMean, double slowPart) implements ServiceTime {
        @Override
        public double draw(Chance chance) {
            return chance.exponential(chance.uniform() < slowPart ? slowMean : fastMean);
        }
    }

    record Constant(double seconds) implements ServiceTime {
        @Override
        public double draw(Chance chance) {
            return seconds;
        }
    }

    /** A lognormal one of this mean and coefficient of variation. */
    static Lognormal lognormal(double mean, double variation) {
        double square = Math.log(1 + variation * variation);
        return new Lognormal(Math.log(mean) - square / 2, Math.sqrt(square));
    }
}
