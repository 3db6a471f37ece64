package dev.redliner.hostmodel;

/** Service time of a request on an otherwise idle host, in seconds. */
sealed interface ServiceTime {
    double draw(RandomNumbers chance);

    record Exponential(double mean) implements ServiceTime {
        @Override
        public double draw(RandomNumbers chance) {
            return chance.exponential(mean);
        }
    }

    record Lognormal(double mu, double sigma) implements ServiceTime {
        @Override
        public double draw(RandomNumbers chance) {
            return chance.lognormal(mu, sigma);
        }
    }

    record Gamma(double shape, double scale) implements ServiceTime {
        @Override
        public double draw(RandomNumbers chance) {
            return chance.gamma(shape, scale);
        }
    }

    /** A fraction of the requests has a slow mean, and the others have a fast one. */
    record Bimodal(double fastMean, double slowMean, double slowPart) implements ServiceTime {
        @Override
        public double draw(RandomNumbers chance) {
            return chance.exponential(chance.uniform() < slowPart ? slowMean : fastMean);
        }
    }

    record Constant(double seconds) implements ServiceTime {
        @Override
        public double draw(RandomNumbers chance) {
            return seconds;
        }
    }

    /** A lognormal time with this mean and coefficient of variation. */
    static Lognormal lognormal(double mean, double variation) {
        double square = Math.log(1 + variation * variation);
        return new Lognormal(Math.log(mean) - square / 2, Math.sqrt(square));
    }
}
