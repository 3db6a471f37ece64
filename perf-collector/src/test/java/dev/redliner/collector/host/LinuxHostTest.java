package dev.redliner.collector.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.redliner.contracts.sample.Gap;
import dev.redliner.contracts.sample.HostEvidence;
import dev.redliner.contracts.sample.HostMetrics;
import dev.redliner.contracts.sample.HostProperties;
import dev.redliner.contracts.sample.MetricNames;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LinuxHostTest {
    private static final String REST = "intr 9\nctxt 77\nbtime 1000\nprocs_running 3\nprocs_blocked 1\n";
    private static final WatchedProcess SHOP = new WatchedProcess(8080, null, null);

    @TempDir
    Path root;

    private KernelFixture kernel;

    @BeforeEach
    void a_real_kernel() {
        kernel = KernelFixture.in(root);
    }

    @Test
    void every_documented_value_of_the_node_is_read() {
        LinuxHost host = kernel.host(WatchedProcess.NONE);
        kernel.read(host);
        advanceCpu();
        Found found = kernel.read(host);
        assertThat(found.gaps()).isEmpty();
        assertThat(names(found))
                .containsAll(HostEvidence.ALL.stream()
                        .filter(name -> name.startsWith("host."))
                        .toList())
                .containsAll(HostMetrics.ALL.stream()
                        .filter(name -> !name.equals(HostMetrics.STALLED))
                        .toList())
                .contains(MetricNames.HOST_BOOT, MetricNames.HOST_CPUS, MetricNames.HOST_MEMORY);
    }

    @Test
    void the_time_of_the_cpus_is_split_and_the_busiest_one_is_seen() {
        kernel.write("/proc/stat", cpus("100 0 50 1000 200 0 0 0", "50 0 25 500 100 0 0 0", "50 0 25 500 100 0 0 0"));
        LinuxHost host = kernel.host(WatchedProcess.NONE);
        Found first = kernel.read(host);
        assertThat(first.gauges()).doesNotContainKeys(MetricNames.HOST_CPU, HostEvidence.CPU_USER);
        assertThat(gap(first, MetricNames.HOST_CPU)).hasValue("first reading");
        kernel.write("/proc/stat", cpus("150 0 70 1100 220 0 6 4", "95 0 45 530 105 0 0 0", "55 0 25 570 115 0 6 4"));
        Found found = kernel.read(host);
        assertThat(found.gauges().get(MetricNames.HOST_CPU)).isCloseTo(0.4, within(1e-9));
        assertThat(found.gauges().get(HostEvidence.CPU_USER)).isCloseTo(0.25, within(1e-9));
        assertThat(found.gauges().get(HostEvidence.CPU_SYSTEM)).isCloseTo(0.1, within(1e-9));
        assertThat(found.gauges().get(HostEvidence.CPU_IOWAIT)).isCloseTo(0.1, within(1e-9));
        assertThat(found.gauges().get(HostEvidence.CPU_SOFTIRQ)).isCloseTo(0.03, within(1e-9));
        assertThat(found.gauges().get(HostEvidence.CPU_STEAL)).isCloseTo(0.02, within(1e-9));
        assertThat(found.gauges().get(HostEvidence.CPU_BUSIEST)).isCloseTo(0.65, within(1e-9));
        assertThat(found.gauges().get(HostEvidence.RUN_QUEUE))
                .as("without the reader itself")
                .isEqualTo(2);
    }

    @Test
    void the_cpu_is_read_also_where_the_memory_is_not() {
        kernel.write("/proc/meminfo", "nothing\n");
        LinuxHost host = kernel.host(WatchedProcess.NONE);
        kernel.read(host);
        advanceCpu();
        Found found = kernel.read(host);
        assertThat(names(found)).contains(MetricNames.HOST_CPU).doesNotContain(HostMetrics.MEMORY_USED);
        assertThat(gap(found, HostMetrics.MEMORY_USED)).isPresent();
    }

    @Test
    void an_old_kernel_has_the_parts_of_the_available_memory() {
        String old = "MemTotal: 1000 kB\nMemFree: 100 kB\n"
                + "Active(file): 50 kB\nInactive(file): 30 kB\nSReclaimable: 20 kB\n";
        kernel.write("/proc/meminfo", old);
        Found found = kernel.read(kernel.host(WatchedProcess.NONE));
        assertThat(found.gauges().get(HostMetrics.MEMORY_USED)).isCloseTo(0.8, within(1e-9));
    }

    @Test
    void missing_files_are_named_gaps_and_never_zero() {
        kernel.remove("/proc/pressure").remove("/proc/net/softnet_stat").write("/proc/net/sockstat", "sockets: u");
        kernel.write("/sys/class/net/eth0/speed", "-1\n").write("/proc/vmstat", "pswpin 5\n");
        LinuxHost host = kernel.host(WatchedProcess.NONE);
        kernel.read(host);
        advanceCpu();
        Found found = kernel.read(host);
        assertThat(found.gaps())
                .extracting(Gap::name)
                .containsExactlyInAnyOrder(
                        "host.pressure", "host.net.softnet", "host.tcp", HostEvidence.NET_BUSY, "host.swap");
        assertThat(gap(found, HostEvidence.NET_BUSY)).hasValue("no link speed of eth0");
        assertThat(names(found))
                .doesNotContain(
                        HostEvidence.PRESSURE_CPU_SOME,
                        HostEvidence.NET_SQUEEZED,
                        HostEvidence.SOCKETS,
                        HostEvidence.MAJOR_FAULTS)
                .contains(MetricNames.HOST_CPU, HostMetrics.DISK_READS);
    }

    @Test
    void a_truncated_text_of_the_cpus_is_a_gap() {
        kernel.write("/proc/stat", "cpu 1 2 3");
        Found found = kernel.read(kernel.host(WatchedProcess.NONE));
        assertThat(gap(found, MetricNames.HOST_CPU).orElseThrow()).contains("unexpected line 'cpu 1 2 3'");
        assertThat(found.gauges()).doesNotContainKeys(MetricNames.HOST_CPU, MetricNames.HOST_CPUS);
    }

    @Test
    void the_cpu_of_a_container_is_its_quota_and_not_the_node() {
        shop(0, 0, 0);
        LinuxHost host = kernel.host(SHOP);
        Found first = kernel.read(host);
        assertThat(gap(first, HostEvidence.CGROUP_THROTTLED)).hasValue("first reading");
        assertThat(first.gauges()).doesNotContainKey(MetricNames.HOST_CPU);
        advanceCpu();
        shop(450_000, 10, 4);
        Found found = kernel.read(host);
        assertThat(found.gauges().get(MetricNames.HOST_CPU)).isCloseTo(0.9, within(1e-9));
        assertThat(found.gauges().get(HostEvidence.CPU_NODE)).isNotEqualTo(0.9);
        assertThat(found.gauges())
                .containsEntry(HostEvidence.CGROUP_CPU_LIMIT, 0.5)
                .containsEntry(HostEvidence.CGROUP_THROTTLED, 0.4)
                .containsEntry(MetricNames.HOST_CPUS, 0.5)
                .containsEntry(MetricNames.HOST_MEMORY, 1000.0)
                .containsEntry(HostEvidence.CGROUP_MEMORY_USED, 0.6)
                .containsEntry(HostMetrics.MEMORY_USED, 0.6);
        assertThat(found.counters())
                .containsEntry(HostEvidence.CGROUP_THROTTLED_TIME, 0.2)
                .containsEntry(HostEvidence.CGROUP_OOM_KILLS, 3.0)
                .containsEntry(HostEvidence.CGROUP_PRESSURE_CPU, 17e-6);
    }

    @Test
    void a_quota_of_version_1_may_be_that_of_a_group_above() {
        kernel.process(50, 4711, 0).write("/proc/self/mountinfo", KernelFixture.MOUNT_1);
        kernel.write("/proc/50/cgroup", "2:cpuacct:/pod/shop\n1:cpu:/pod/shop\n4:memory:/pod\n");
        first("/pod/shop", "-1", 0, 0);
        first("/pod", "200000", 0, 0);
        first("", "-1", 0, 0);
        kernel.write(
                "/proc/stat",
                cpus("0 0 0 0 0 0 0 0", "0 0 0 0 0 0 0 0", "0 0 0 0 0 0 0 0")
                        + "cpu2 0 0 0 0 0 0 0 0\ncpu3 0 0 0 0 0 0 0 0\n");
        kernel.write("/sys/fs/cgroup/memory/pod/memory.limit_in_bytes", "9223372036854771712\n");
        LinuxHost host = kernel.host(SHOP);
        kernel.read(host);
        first("/pod", "200000", 1_000_000_000, 5);
        Found found = kernel.read(host);
        assertThat(found.gauges())
                .containsEntry(HostEvidence.CGROUP_CPU_LIMIT, 2.0)
                .containsEntry(HostEvidence.CGROUP_CPU, 0.5)
                .containsEntry(MetricNames.HOST_CPU, 0.5)
                .containsEntry(HostEvidence.CGROUP_THROTTLED, 0.5);
        assertThat(gap(found, HostEvidence.CGROUP_MEMORY_LIMIT)).hasValue("the process has no memory limit");
        assertThat(gap(found, "cgroup.pressure")).isPresent();
    }

    @Test
    void the_cpu_time_of_another_group_is_not_compared_with_a_quota() {
        kernel.process(50, 4711, 0).write("/proc/self/mountinfo", KernelFixture.MOUNT_1);
        kernel.write("/proc/50/cgroup", "2:cpuacct:/system/shop\n1:cpu:/pod/shop\n4:memory:/pod\n");
        first("/pod/shop", "50000", 0, 0);
        kernel.write("/sys/fs/cgroup/cpuacct/system/shop/cpuacct.usage", "0\n");
        kernel.remove("/sys/fs/cgroup/cpuacct/pod/shop");
        kernel.write("/sys/fs/cgroup/memory/pod/memory.limit_in_bytes", "9223372036854771712\n");
        LinuxHost host = kernel.host(SHOP);
        kernel.read(host);
        Found found = kernel.read(host);
        assertThat(found.gauges()).doesNotContainKey(MetricNames.HOST_CPU);
        assertThat(gap(found, MetricNames.HOST_CPU).orElseThrow())
                .contains("/sys/fs/cgroup/cpu/pod/shop, is not at /sys/fs/cgroup/cpuacct/pod/shop");
    }

    @Test
    void without_a_limit_the_node_counts() {
        shop(0, 0, 0);
        kernel.write("/sys/fs/cgroup/app.slice/cpu.max", "max 100000\n");
        kernel.write("/sys/fs/cgroup/app.slice/memory.max", "max\n");
        LinuxHost host = kernel.host(SHOP);
        kernel.read(host);
        advanceCpu();
        Found found = kernel.read(host);
        assertThat(found.gauges().get(MetricNames.HOST_CPU))
                .isEqualTo(found.gauges().get(HostEvidence.CPU_NODE));
        assertThat(found.gauges()).containsEntry(MetricNames.HOST_CPUS, 2.0);
        assertThat(gap(found, HostEvidence.CGROUP_CPU_LIMIT)).hasValue("the process has no CPU quota");
    }

    @Test
    void a_process_that_may_run_on_some_cpus_only_has_the_use_of_these() {
        shop(0, 0, 0);
        kernel.write("/sys/fs/cgroup/app.slice/cpu.max", "max 100000\n");
        kernel.write("/proc/50/status", "Name:\tjava\nCpus_allowed_list:\t1,8-9\n");
        kernel.write("/proc/stat", cpus("0 0 0 0 0 0 0 0", "0 0 0 0 0 0 0 0", "0 0 0 0 0 0 0 0"));
        LinuxHost host = kernel.host(SHOP);
        assertThat(gap(kernel.read(host), MetricNames.HOST_CPU)).hasValue("first reading");
        kernel.write("/proc/stat", cpus("100 0 0 100 0 0 0 0", "10 0 0 90 0 0 0 0", "90 0 0 10 0 0 0 0"));
        Found found = kernel.read(host);
        assertThat(found.gauges())
                .containsEntry(MetricNames.HOST_CPU, 0.9)
                .containsEntry(MetricNames.HOST_CPUS, 1.0)
                .containsEntry(HostEvidence.CPU_NODE, 0.5);
        // a quota of half a CPU is tighter than the one CPU
        kernel.write("/sys/fs/cgroup/app.slice/cpu.max", "50000 100000\n");
        assertThat(kernel.read(kernel.host(SHOP)).gauges()).containsEntry(MetricNames.HOST_CPUS, 0.5);
    }

    @Test
    void without_the_cpus_of_the_process_its_cpu_is_a_gap() {
        shop(0, 0, 0);
        kernel.remove("/proc/50/status");
        Found found = kernel.read(kernel.host(SHOP));
        assertThat(gap(found, MetricNames.HOST_CPU).orElseThrow())
                .contains("the limits of the service's process are not known");
        assertThat(found.gauges()).doesNotContainKey(MetricNames.HOST_CPUS);
    }

    @Test
    void properties_are_reported_every_ten_seconds_also_if_the_limits_of_the_process_are_not_known() {
        shop(0, 0, 0);
        kernel.remove("/proc/50/status").link("/proc/50/exe", "/usr/bin/node");
        LinuxHost host = kernel.host(SHOP);
        assertThat(kernel.read(host).properties()).containsEntry(HostProperties.PROGRAM, "node");
        assertThat(kernel.read(host).properties()).isEmpty();
        assertThat(kernel.read(host).properties()).isEmpty();
    }

    @Test
    void the_process_of_the_port_is_read() {
        shop(0, 0, 0);
        kernel.process(50, 4711, 250);
        LinuxHost host = kernel.host(SHOP);
        Found first = kernel.read(host);
        assertThat(first.counters())
                .containsEntry(HostEvidence.PROC_CPU, 2.5)
                .containsEntry(HostEvidence.PROC_MAJOR_FAULTS, 3.0)
                .containsEntry(HostEvidence.PROC_WRITTEN_BYTES, 8192.0);
        assertThat(gap(first, HostEvidence.PROC_CPU_BUSIEST)).isPresent();
        // boot at 1,000,000, 4,711 ticks of 10 ms later
        assertThat(first.gauges().get(MetricNames.PROCESS_START)
                        - first.gauges().get(MetricNames.HOST_BOOT))
                .isCloseTo(47.11, within(0.001));
        kernel.write("/proc/50/task/7/schedstat", "600000005 251000000 9\n");
        // a thread that began in between
        kernel.write("/proc/50/task/8/schedstat", "100000000 0 2\n");
        Found found = kernel.read(host);
        assertThat(found.gauges())
                .containsEntry(HostEvidence.PROC_THREADS, 9.0)
                .containsEntry(HostEvidence.PROC_MEMORY, 204_800.0)
                .containsEntry(HostEvidence.PROC_READY, 0.25)
                .containsEntry(HostEvidence.PROC_CPU_BUSIEST, 0.6)
                .containsEntry(HostEvidence.PROC_CONNECTIONS, 1.0)
                .containsEntry(HostEvidence.PROC_UNREAD, 1.0)
                .containsEntry(HostEvidence.PROC_UNREAD_BYTES, 500.0)
                .containsEntry(HostEvidence.PROC_UNSENT, 0.0)
                .containsEntry(HostEvidence.PROC_UNSENT_BYTES, 0.0)
                .containsEntry(HostEvidence.PROC_BACKLOG, 4.0)
                .containsKeys(HostEvidence.PROC_FDS, HostEvidence.PROC_FDS_USED);
    }

    @Test
    void the_properties_of_node_and_process_are_reported_every_ten_seconds() {
        shop(0, 0, 0);
        kernel.process(50, 4711, 250)
                .write("/proc/sys/kernel/osrelease", "6.18.0-amd64\n")
                .write(
                        "/proc/cpuinfo",
                        "model name\t: Rivet 9 4.2GHz\nsiblings\t: 16\ncpu cores\t: 8\nmodel name\t: x\n")
                .write("/sys/devices/system/node/node0/x", "")
                .write("/sys/devices/system/node/node1/x", "")
                .write("/sys/devices/system/node/online", "0-1\n")
                .link("/proc/50/exe", "/opt/jdk/bin/java")
                .write("/proc/50/root/opt/jdk/release", "JAVA_VERSION=\"21.0.2\"\nJAVA_RUNTIME_VERSION=\"21.0.2+13\"\n")
                .write(
                        "/proc/50/cmdline",
                        String.join(
                                "\0",
                                "java",
                                "-Xmx2g",
                                "-XX:+UseZGC",
                                "-Dpassword=secret",
                                "-javaagent:/opt/agent.jar=key=secret",
                                "-XX:OnOutOfMemoryError=curl secret",
                                "-jar",
                                "shop.jar",
                                "-Xsecret",
                                ""));
        LinuxHost host = kernel.host(SHOP);

        assertThat(kernel.read(host).properties())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        HostProperties.KERNEL, "6.18.0-amd64",
                        HostProperties.CPU_MODEL, "Rivet 9 4.2GHz",
                        HostProperties.CPU_THREADS_PER_CORE, "2",
                        HostProperties.NUMA_NODES, "2",
                        HostProperties.PROGRAM, "java",
                        HostProperties.JVM_VERSION, "21.0.2+13",
                        HostProperties.JVM_FLAGS, "-Xmx2g -XX:+UseZGC -javaagent:agent.jar"));
        for (int i = 0; i < 9; i++) {
            assertThat(kernel.read(host).properties()).isEmpty();
        }
        assertThat(kernel.read(host).properties()).hasSize(7);
        // another process is read at once
        kernel.process(50, 4800, 1).link("/proc/50/exe", "/usr/bin/node");
        assertThat(kernel.read(host).properties())
                .containsEntry(HostProperties.PROGRAM, "node")
                .doesNotContainKeys(HostProperties.JVM_VERSION, HostProperties.JVM_FLAGS);
    }

    @Test
    void properties_that_cannot_be_read_are_left_out() {
        kernel.remove("/proc/sys")
                .write("/proc/cpuinfo", "model name\t: " + "x".repeat(2 * HostProperties.LONGEST) + "\n");
        Found found = kernel.read(kernel.host(WatchedProcess.NONE));

        assertThat(found.properties()).containsOnlyKeys(HostProperties.CPU_MODEL);
        assertThat(found.properties().get(HostProperties.CPU_MODEL))
                .hasSize(HostProperties.LONGEST)
                .endsWith("x...");
    }

    @Test
    void the_totals_of_a_new_process_are_no_increase() {
        shop(0, 0, 0);
        LinuxHost host = kernel.host(SHOP);
        kernel.read(host);
        kernel.process(50, 9999, 900);
        Found found = kernel.read(host);
        assertThat(gap(found, "proc")).hasValue("process was restarted");
        assertThat(found.counters()).doesNotContainKey(HostEvidence.PROC_CPU);
        assertThat(kernel.read(host).counters()).containsEntry(HostEvidence.PROC_CPU, 9.0);
    }

    @Test
    void the_totals_of_another_control_group_are_no_increase() {
        shop(0, 0, 0);
        LinuxHost host = kernel.host(SHOP);
        kernel.read(host);
        shop(900_000, 50, 20);
        kernel.process(50, 9999, 900);
        Found found = kernel.read(host);
        assertThat(gap(found, HostEvidence.CGROUP_THROTTLED_TIME)).hasValue("the control group changed");
        assertThat(gap(found, "cgroup.pressure")).hasValue("the control group changed");
        assertThat(found.counters())
                .doesNotContainKeys(
                        HostEvidence.CGROUP_THROTTLED_TIME,
                        HostEvidence.CGROUP_OOM_KILLS,
                        HostEvidence.CGROUP_PRESSURE_CPU);
        assertThat(found.gauges()).as("no use is known yet").doesNotContainKey(MetricNames.HOST_CPU);
        assertThat(kernel.read(host).counters()).containsKey(HostEvidence.CGROUP_THROTTLED_TIME);
    }

    @Test
    void a_process_that_has_ended_is_not_that_of_the_service() {
        shop(0, 0, 0);
        LinuxHost host = kernel.host(SHOP);
        kernel.read(host);
        kernel.write("/proc/50/stat", kernel.text("/proc/50/stat").replace("(java) S", "(java) Z"));
        assertThat(gap(kernel.read(host), "proc").orElseThrow()).contains("there is no process 50");
    }

    @Test
    void a_disk_or_an_interface_that_appears_adds_no_totals_of_before() {
        LinuxHost host = kernel.host(WatchedProcess.NONE);
        kernel.read(host);
        kernel.write(
                "/proc/net/dev",
                kernel.text("/proc/net/dev")
                        + "  eth1: 9000000 1 0 0 0 0 0 0 9000000 1 0 0 0 0 0 0\n"
                        + "  eth2: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
        kernel.write("/sys/class/net/eth1/device/x", "x").write("/sys/class/net/eth1/speed", "1000\n");
        kernel.write("/sys/class/net/eth2/device/x", "x").write("/sys/class/net/eth2/speed", "-1\n");
        Found found = kernel.read(host);
        assertThat(gap(found, "host.net")).hasValue("the network interfaces changed");
        assertThat(found.counters()).doesNotContainKey(HostMetrics.NET_RX_BYTES);
        found = kernel.read(host);
        assertThat(found.counters()).containsKey(HostMetrics.NET_RX_BYTES);
        assertThat(found.gauges())
                .as("eth2 has no cable, no speed and no traffic")
                .containsKey(HostEvidence.NET_BUSY);
    }

    @Test
    void an_interface_that_reports_no_speed_has_the_one_of_the_settings() {
        kernel.write("/sys/class/net/eth0/speed", "-1\n").linkMegabits(10_000);
        LinuxHost host = kernel.host(WatchedProcess.NONE);
        kernel.read(host);
        Found found = kernel.read(host);
        assertThat(found.gauges()).containsKey(HostEvidence.NET_BUSY);
        assertThat(gap(found, HostEvidence.NET_BUSY)).isEmpty();
    }

    @Test
    void the_node_does_not_stand_in_for_a_process_that_is_not_found() {
        kernel.write("/proc/net/tcp", "heading\n");
        LinuxHost host = kernel.host(SHOP);
        kernel.read(host);
        advanceCpu();
        Found found = kernel.read(host);
        assertThat(found.gauges())
                .doesNotContainKeys(MetricNames.HOST_CPU, MetricNames.HOST_CPUS, HostMetrics.MEMORY_USED)
                .containsKey(HostEvidence.CPU_NODE);
        assertThat(gap(found, MetricNames.HOST_CPU).orElseThrow()).contains("no process listens on port 8080");
    }

    @Test
    void a_control_group_that_is_not_mounted_may_have_a_quota() {
        kernel.process(50, 4711, 0).write("/proc/50/cgroup", "0::/../pod\n");
        LinuxHost host = kernel.host(SHOP);
        kernel.read(host);
        advanceCpu();
        Found found = kernel.read(host);
        assertThat(found.gauges()).doesNotContainKey(MetricNames.HOST_CPU);
        assertThat(gap(found, MetricNames.HOST_CPU).orElseThrow()).contains("is not mounted here");
    }

    @Test
    void a_process_is_also_found_by_a_file_with_its_id() {
        shop(0, 0, 0);
        kernel.write("/shop.pid", "50\n");
        var byFile = new WatchedProcess(0, root.resolve("shop.pid"), null);
        Found found = kernel.read(kernel.host(byFile));
        assertThat(found.gauges()).containsKey(HostEvidence.PROC_FDS);
        assertThat(gap(found, "proc.connections")).hasValue("the port of the service is not set");
        kernel.write("/shop.pid", "-1");
        assertThat(gap(kernel.read(kernel.host(byFile)), "proc").orElseThrow()).contains("holds no process id");
    }

    @Test
    void the_boot_time_does_not_move_with_the_clock() {
        LinuxHost host = kernel.host(WatchedProcess.NONE);
        double before = kernel.read(host).gauges().get(MetricNames.HOST_BOOT);
        kernel.write("/proc/stat", kernel.text("/proc/stat").replaceFirst("btime \\d+", "btime 5"));
        assertThat(kernel.read(host).gauges()).containsEntry(MetricNames.HOST_BOOT, before);
    }

    /** A process in a group whose parent has half a CPU and 1,000 bytes. */
    private void shop(long usedMicros, int periods, int throttled) {
        String slice = "/sys/fs/cgroup/app.slice";
        kernel.process(50, 4711, 0);
        for (String folder : List.of(slice, slice + "/shop")) {
            kernel.write(folder + "/cpu.max", folder.endsWith("shop") ? "max 100000\n" : "50000 100000\n");
            kernel.write(folder + "/memory.max", folder.endsWith("shop") ? "max\n" : "1000\n");
            kernel.write(
                    folder + "/cpu.stat",
                    "usage_usec %d\nnr_periods %d\nnr_throttled %d\nthrottled_usec 200000\n"
                            .formatted(usedMicros, periods, throttled));
            kernel.write(folder + "/memory.current", "700\n");
            kernel.write(folder + "/memory.stat", "anon 500\ninactive_file 100\n");
            kernel.write(folder + "/memory.events", "low 0\noom 3\noom_kill 3\n");
            for (String resource : List.of("cpu", "memory", "io")) {
                kernel.write(folder + "/" + resource + ".pressure", "some avg10=0.00 total=17\n");
            }
        }
    }

    private void first(String group, String quota, long usedNanos, int throttled) {
        kernel.write("/sys/fs/cgroup/cpu" + group + "/cpu.cfs_quota_us", quota + "\n");
        kernel.write("/sys/fs/cgroup/cpu" + group + "/cpu.cfs_period_us", "100000\n");
        kernel.write(
                "/sys/fs/cgroup/cpu" + group + "/cpu.stat",
                "nr_periods %d\nnr_throttled %d\nthrottled_time 5\n".formatted(2 * throttled, throttled));
        kernel.write("/sys/fs/cgroup/cpuacct" + group + "/cpuacct.usage", usedNanos + "\n");
    }

    private void advanceCpu() {
        kernel.write("/proc/stat", cpus("90000000 0 0 90000000 0 0 0 0", "1 0 0 1 0 0 0 0", "1 0 0 1 0 0 0 0"));
    }

    private static String cpus(String all, String first, String second) {
        return "cpu " + all + "\ncpu0 " + first + "\ncpu1 " + second + "\n" + REST;
    }

    private static Set<String> names(Found found) {
        var names = new HashSet<>(found.gauges().keySet());
        names.addAll(found.counters().keySet());
        return names;
    }

    private static Optional<String> gap(Found found, String name) {
        return found.gaps().stream()
                .filter(gap -> gap.name().equals(name))
                .map(Gap::reason)
                .findFirst();
    }
}
