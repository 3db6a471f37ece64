package dev.redliner.testbench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Rules of the architecture: the allowed dependencies between packages. */
class ArchitectureTest {
    private static final String ROOT = "dev.redliner.";
    private static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.redliner");

    /** Packages that make decisions. They must replay in virtual time, so they may not depend on the outside. */
    private static final String[] DECIDES = {
        "dev.redliner.collector.sample..",
        "dev.redliner.analyzer.window..",
        "dev.redliner.analyzer.judge..",
        "dev.redliner.analyzer.rule..",
        "dev.redliner.rules..",
        "dev.redliner.redirector.lease..",
        "dev.redliner.redirector.share..",
        "dev.redliner.controller.run..",
        "dev.redliner.controller.replay..",
        "dev.redliner.search..",
        "dev.redliner.schedule..",
    };

    @Test
    void the_four_parts_never_import_each_other() {
        String[] parts = {"collector", "analyzer", "redirector", "controller"};
        for (String part : parts) {
            for (String other : parts) {
                if (!part.equals(other)) {
                    noClasses()
                            .that()
                            .resideInAPackage(ROOT + part + "..")
                            .should()
                            .dependOnClassesThat()
                            .resideInAPackage(ROOT + other + "..")
                            .because("the parts talk through the contracts")
                            .check(ALL);
                }
            }
        }
    }

    @Test
    void contracts_need_nothing_but_the_jdk_and_protobuf() {
        classes()
                .that()
                .resideInAPackage("dev.redliner.contracts..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.redliner.contracts..", "java..", "org.jspecify.annotations..", "com.google.protobuf..")
                .check(ALL);
    }

    @Test
    void the_reader_of_topics_knows_no_message() {
        noClasses()
                .that()
                .resideInAPackage("dev.redliner.kafka..")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("dev.redliner..").and(resideOutsideOfPackage("dev.redliner.kafka..")))
                .because("each part reads its own messages")
                .check(ALL);
    }

    @Test
    void the_http_client_knows_no_part() {
        noClasses()
                .that()
                .resideInAPackage("dev.redliner.http..")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("dev.redliner..").and(resideOutsideOfPackage("dev.redliner.http..")))
                .because("each part sends its own requests")
                .check(ALL);
    }

    @Test
    void rules_need_nothing_but_contracts_and_cel() {
        classes()
                .that()
                .resideInAPackage("dev.redliner.rules..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.redliner.rules..",
                        "dev.redliner.contracts..",
                        "java..",
                        "org.jspecify.annotations..",
                        "dev.cel..",
                        "com.google..",
                        "org.antlr..")
                .check(ALL);
    }

    @Test
    void the_search_needs_nothing_but_the_jdk() {
        classes()
                .that()
                .resideInAPackage("dev.redliner.search..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.redliner.search..", "java..", "org.jspecify.annotations..")
                .check(ALL);
    }

    @Test
    void the_estimates_of_the_search_know_nothing_of_its_policy() {
        noClasses()
                .that()
                .resideInAPackage("dev.redliner.search.estimate..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.redliner.search.policy..")
                .because("the policy asks the estimates")
                .check(ALL);
    }

    @Test
    void the_twin_knows_neither_the_policy_nor_the_estimates() {
        noClasses()
                .that()
                .resideInAPackage("dev.redliner.search.twin..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.redliner.search.policy..", "dev.redliner.search.estimate..")
                .check(ALL);
    }

    @Test
    void what_callers_of_the_search_see_needs_neither_its_policy_nor_its_estimates() {
        noClasses()
                .that()
                .resideInAPackage("dev.redliner.search")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.redliner.search.policy..", "dev.redliner.search.estimate..", "dev.redliner.search.twin..")
                .check(ALL);
    }

    @Test
    void nothing_outside_of_the_search_uses_its_estimates() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.redliner.search..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.redliner.search.estimate..")
                .check(ALL);
    }

    @Test
    void the_documents_of_the_api_need_nothing_but_the_jdk() {
        classes()
                .that()
                .resideInAPackage("dev.redliner.api..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.redliner.api..", "java..", "org.jspecify.annotations..")
                .check(ALL);
    }

    @Test
    void service_files_need_nothing_but_rules_search_yaml_and_the_hash_of_users() {
        classes()
                .that()
                .resideInAPackage("dev.redliner.service..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.redliner.service..",
                        "dev.redliner.contracts..",
                        "dev.redliner.api..",
                        "dev.redliner.rules..",
                        "dev.redliner.search..",
                        "java..",
                        "net.jpountz.xxhash..",
                        "org.jspecify.annotations..",
                        "org.snakeyaml.engine..")
                .check(ALL);
    }

    @Test
    void schedules_need_nothing_but_service_files_search_and_calendars() {
        classes()
                .that()
                .resideInAPackage("dev.redliner.schedule.calendar..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.redliner.schedule.calendar..",
                        "com.github.mangstadt.vinnie..",
                        "org.dmfs.rfc5545..",
                        "java..",
                        "org.jspecify.annotations..")
                .check(ALL);
        classes()
                .that()
                .resideInAPackage("dev.redliner.schedule")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.redliner.schedule..",
                        "dev.redliner.service..",
                        "dev.redliner.search..",
                        "java..",
                        "org.jspecify.annotations..")
                .check(ALL);
    }

    @Test
    void the_command_line_needs_no_spring_no_kafka_and_none_of_the_parts() {
        classes()
                .that()
                .resideInAPackage("dev.redliner.cli..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "dev.redliner.cli..",
                        "dev.redliner.contracts..",
                        "dev.redliner.api..",
                        "dev.redliner.rules..",
                        "dev.redliner.service..",
                        "dev.redliner.schedule..",
                        "java..",
                        "org.jspecify.annotations..",
                        "picocli..",
                        "tools.jackson..",
                        "org.snakeyaml.engine..")
                .check(ALL);
    }

    @Test
    void no_product_contains_the_test_bench() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.redliner.testbench..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.redliner.testbench..")
                .check(ALL);
    }

    @Test
    void what_decides_knows_no_spring_no_kafka_and_no_http() {
        noClasses()
                .that()
                .resideInAnyPackage(DECIDES)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.springframework..",
                        "org.apache.kafka..",
                        "dev.redliner.kafka..",
                        "org.apache.hc..",
                        "java.net.http..",
                        "java.sql..",
                        "io.micrometer..",
                        "tools.jackson..",
                        "io.grpc..")
                .check(ALL);
    }

    @Test
    void what_decides_has_no_clock_of_its_own_and_never_sleeps() {
        noClasses()
                .that()
                .resideInAnyPackage(DECIDES)
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .orShould()
                .callMethod(Thread.class, "sleep", long.class)
                .check(ALL);
    }

    @Test
    void no_package_cycles() {
        slices().matching("dev.redliner.(**)").should().beFreeOfCycles().check(ALL);
    }

    @Test
    void no_class_cycles_in_the_run_the_engine_and_the_estimates() {
        slices().assignedFrom(new EachClass("controller.run", "controller.engine", "search.estimate"))
                .should()
                .beFreeOfCycles()
                .check(ALL);
    }

    /** A slice for each class, with the classes nested in it. */
    private record EachClass(String... packages) implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            boolean checked =
                    Arrays.stream(packages).anyMatch(it -> (type.getPackageName() + ".").startsWith(ROOT + it + "."));
            return checked ? SliceIdentifier.of(type.getName().replaceAll("\\$.*", "")) : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "each class";
        }
    }

    @Test
    void packages_are_named_by_what_they_are_about() {
        noClasses()
                .should()
                .resideInAnyPackage("..util..", "..helper..", "..common..", "..manager..", "..impl..")
                .check(ALL);
    }
}
