package dev.redliner.collector.procfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redliner.collector.procfs.ControlGroups.Folder;
import org.junit.jupiter.api.Test;

class ControlGroupsTest {
    /** Captured: Linux 6.18 with all controllers in version 1, and version 2 without any. */
    private static final String HYBRID =
            """
            31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
            32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
            35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
            41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
            """;

    private static final String SECOND = "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n";

    @Test
    void a_controller_of_version_1_is_found_in_its_hierarchy() {
        var groups = ControlGroups.parse("4:memory:/app/inner\n1:cpu:/app\n0::/\n", HYBRID);
        assertThat(groups.foldersOf("memory"))
                .startsWith(new Folder(false, "/sys/fs/cgroup/memory", "/sys/fs/cgroup/memory/app/inner"));
        assertThat(groups.foldersOf("cpu"))
                .startsWith(new Folder(false, "/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu/app"));
    }

    @Test
    void a_group_of_version_2_has_all_controllers() {
        var groups = ControlGroups.parse("0::/system.slice/checkout.service\n", SECOND);
        assertThat(groups.foldersOf("cpu"))
                .containsExactly(new Folder(true, "/sys/fs/cgroup", "/sys/fs/cgroup/system.slice/checkout.service"));
    }

    @Test
    void each_group_upwards_may_hold_a_limit() {
        assertThat(ControlGroups.upwards(new Folder(true, "/sys/fs/cgroup", "/sys/fs/cgroup/a/b")))
                .containsExactly("/sys/fs/cgroup/a/b", "/sys/fs/cgroup/a", "/sys/fs/cgroup");
        assertThat(ControlGroups.upwards(new Folder(true, "/sys/fs/cgroup", "/sys/fs/cgroup")))
                .containsExactly("/sys/fs/cgroup");
    }

    @Test
    void a_container_sees_its_own_part_of_the_hierarchy() {
        String mount = "700 699 0:30 /docker/abc /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct\n";
        assertThat(ControlGroups.parse("2:cpu,cpuacct:/docker/abc\n", mount).foldersOf("cpuacct"))
                .containsExactly(new Folder(false, "/sys/fs/cgroup/cpu,cpuacct", "/sys/fs/cgroup/cpu,cpuacct"));
        assertThat(ControlGroups.parse("2:cpu,cpuacct:/docker/abc/in\n", mount).foldersOf("cpu"))
                .extracting(Folder::folder)
                .containsExactly("/sys/fs/cgroup/cpu,cpuacct/in");
    }

    @Test
    void a_group_outside_of_the_mounted_part_is_not_taken_for_another_one() {
        String mount = "700 699 0:30 /docker/abc /sys/fs/cgroup/cpu ro - cgroup cgroup rw,cpu\n";
        assertThat(ControlGroups.parse("2:cpu:/docker/abcd\n", mount).foldersOf("cpu"))
                .isEmpty();
        assertThat(ControlGroups.parse("0::/../../kubepods/x\n", SECOND).foldersOf("cpu"))
                .isEmpty();
        assertThat(ControlGroups.parse("0::/a\n", "1 1 0:1 / / rw - ext4 /dev/vda rw\n")
                        .foldersOf("cpu"))
                .isEmpty();
    }

    @Test
    void malformed_lines_are_refused() {
        assertThatThrownBy(() -> ControlGroups.parse("2:cpu\n", SECOND)).isInstanceOf(MalformedText.class);
        assertThatThrownBy(() -> ControlGroups.parse("0::/a\n", "30 23 0:26 / /sys"))
                .isInstanceOf(MalformedText.class);
    }
}
