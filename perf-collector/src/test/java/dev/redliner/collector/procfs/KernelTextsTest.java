package dev.redliner.collector.procfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KernelTextsTest {

    @Test
    void names_and_numbers_are_read_with_and_without_colon_and_unit() {
        var memory = KeyValues.parse("/proc/meminfo", Texts.of("meminfo"));
        assertThat(memory.get("MemTotal")).isEqualTo(24_683_656);
        assertThat(memory.get("MemAvailable")).isBetween(1L, 24_683_656L);
        assertThat(KeyValues.parse("/proc/vmstat", Texts.of("vmstat")).get("pgmajfault"))
                .isPositive();
        var other = KeyValues.parse("cpu.stat", "usage_usec 12\nName:\tjava\nbad 1x\nhalf\nVmRSS:\t  34 kB");
        assertThat(other.values()).containsOnlyKeys("usage_usec", "VmRSS");
        assertThat(other.find("nr_periods")).isEmpty();
        assertThatThrownBy(() -> other.get("nr_periods")).hasMessage("cpu.stat: no line nr_periods");
        assertThat(KeyValues.parse("x", "limit 18446744073709551615").get("limit"))
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void pressure_has_totals_and_an_old_kernel_has_no_full_for_the_cpu() {
        Pressure real = Pressure.parse("/proc/pressure/io", Texts.of("pressure/io"));
        assertThat(real.someMicros()).isPositive();
        assertThat(real.fullMicros().orElseThrow()).isBetween(1L, real.someMicros());
        Pressure old = Pressure.parse("cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=17\n");
        assertThat(old.someMicros()).isEqualTo(17);
        assertThat(old.fullMicros()).isEmpty();
        assertThatThrownBy(() -> Pressure.parse("cpu", "")).hasMessage("cpu: no line some");
        assertThatThrownBy(() -> Pressure.parse("cpu", "some avg10=0.00 avg60=0"))
                .isInstanceOf(MalformedText.class);
        assertThatThrownBy(() -> Pressure.parse("cpu", "some total=\n")).isInstanceOf(MalformedText.class);
    }

    @Test
    void the_cpus_of_a_process_are_numbers_and_ranges() {
        assertThat(AllowedCpus.parse("Name:\tx\nCpus_allowed:\tf\nCpus_allowed_list:\t0-2,7\n"))
                .isEqualTo(Set.of("cpu0", "cpu1", "cpu2", "cpu7"));
        assertThatThrownBy(() -> AllowedCpus.parse("Name:\tx\n"))
                .hasMessage("/proc/PID/status: no line Cpus_allowed_list:");
        for (String wrong : new String[] {"", "3-1", "a", "0-99999999", "1,,2"}) {
            assertThatThrownBy(() -> AllowedCpus.parse("Cpus_allowed_list:\t" + wrong))
                    .as(wrong)
                    .isInstanceOf(MalformedText.class);
        }
    }

    @Test
    void pairs_of_lines_are_read_by_group_and_name() {
        var tcp = PairedLines.parse("snmp", Texts.of("net/snmp"));
        assertThat(tcp.find("Tcp.RetransSegs")).isPresent();
        assertThat(tcp.find("Tcp.MaxConn")).as("-1 is none").isEmpty();
        assertThat(PairedLines.parse("netstat", Texts.of("net/netstat")).find("TcpExt.ListenOverflows"))
                .isPresent();
        assertThat(PairedLines.parse("x", "").values()).isEmpty();
        assertThatThrownBy(() -> PairedLines.parse("x", "Tcp: A B\n")).hasMessageContaining("ends after the names");
        assertThatThrownBy(() -> PairedLines.parse("x", "Tcp: A B\nTcp: 1\n")).isInstanceOf(MalformedText.class);
        assertThatThrownBy(() -> PairedLines.parse("x", "Tcp: A\nIp: 1\n")).isInstanceOf(MalformedText.class);
    }

    @Test
    void network_interfaces_are_read_also_without_a_blank_after_the_colon() {
        var real = NetworkDevices.parse(Texts.of("net/dev"));
        assertThat(real).containsKeys("lo", "eth0");
        assertThat(real.get("lo").rxBytes()).isEqualTo(real.get("lo").txBytes());
        var old = NetworkDevices.parse("a\nb\n  eth0:1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n");
        assertThat(old.get("eth0")).isEqualTo(new NetworkDevices.Device(1, 3, 4, 9, 11, 12));
        assertThatThrownBy(() -> NetworkDevices.parse("a\nb\neth0: 1 2 3\n")).isInstanceOf(MalformedText.class);
        assertThatThrownBy(() -> NetworkDevices.parse("")).hasMessage("/proc/net/dev: no heading");
    }

    @Test
    void only_the_wanted_disks_are_read() {
        var disks = DiskStats.parse(Texts.of("diskstats"), Set.of("vda", "sdz"));
        assertThat(disks).containsOnlyKeys("vda");
        assertThat(disks.get("vda").readBytes() % 512).isZero();
        assertThat(disks.get("vda").busyMs()).isPositive();
        assertThatThrownBy(() -> DiskStats.parse("254 0 vda 1 2 3", Set.of("vda")))
                .isInstanceOf(MalformedText.class);
    }

    @Test
    void sockets_and_packets_that_wait_are_counted() {
        assertThat(SocketStat.parse(Texts.of("net/sockstat")).used()).isPositive();
        assertThat(SocketStat.parse("sockets: used 5\nTCP: inuse 1 orphan 2 tw 3 alloc 4 mem 6\n"))
                .isEqualTo(new SocketStat(5, 2, 3, 6));
        assertThatThrownBy(() -> SocketStat.parse("sockets: used 5\nTCP: inuse 1"))
                .hasMessage("/proc/net/sockstat: no value TCP:orphan");
        assertThat(SoftnetStat.parse("0000001a 00000002 0000000f\n0 1 1\n")).isEqualTo(new SoftnetStat(3, 16));
        assertThat(SoftnetStat.parse(Texts.of("net/softnet_stat")).squeezed()).isNotNegative();
        assertThatThrownBy(() -> SoftnetStat.parse("0000001a 0")).isInstanceOf(MalformedText.class);
        assertThatThrownBy(() -> SoftnetStat.parse("")).isInstanceOf(MalformedText.class);
    }

    @Test
    void the_name_of_a_process_may_hold_blanks_and_brackets() {
        String numbers = "S 1 2 3 4 -1 6 7 8 9 10 110 12 13 14 20 0 33 0 4711 1 2";
        ProcessStat stat = ProcessStat.parse("42 (a (b) c d) " + numbers);
        assertThat(stat).isEqualTo(new ProcessStat(false, 9, 122, 33, 4711));
        assertThatThrownBy(() -> ProcessStat.parse("42 (java) S 1 2")).isInstanceOf(MalformedText.class);
        assertThatThrownBy(() -> ProcessStat.parse("42 (jav")).hasMessage("/proc/PID/stat: no name");
    }

    @Test
    void a_process_may_have_no_limit_of_open_files() {
        String line = "Max open files            %s                20000                files     \n";
        assertThat(OpenFilesLimit.parse(line.formatted("1024"))).hasValue(1024);
        assertThat(OpenFilesLimit.parse(line.formatted("unlimited"))).isEmpty();
        assertThatThrownBy(() -> OpenFilesLimit.parse("Max cpu time 1")).isInstanceOf(MalformedText.class);
    }

    @Test
    void quotas_of_both_versions_are_in_cpus() {
        assertThat(CpuQuota.second("50000 100000\n")).hasValue(0.5);
        assertThat(CpuQuota.second("max 100000\n")).isEmpty();
        assertThat(CpuQuota.first("250000\n", "100000\n")).hasValue(2.5);
        assertThat(CpuQuota.first("-1\n", "100000\n")).isEmpty();
        assertThatThrownBy(() -> CpuQuota.second("")).isInstanceOf(MalformedText.class);
        assertThatThrownBy(() -> CpuQuota.first("5", "0")).isInstanceOf(MalformedText.class);
        assertThatThrownBy(() -> CpuQuota.first("5", "")).isInstanceOf(MalformedText.class);
    }

    @Test
    void page_size_and_clock_are_among_the_auxiliary_values() {
        var pairs = ByteBuffer.allocate(48).order(ByteOrder.nativeOrder());
        pairs.putLong(6).putLong(65_536).putLong(17).putLong(100).putLong(0).putLong(0);
        assertThat(Auxiliary.parse(pairs.array())).isEqualTo(new Auxiliary(65_536, 100));
        assertThatThrownBy(() -> Auxiliary.parse(new byte[20])).isInstanceOf(MalformedText.class);
    }
}
