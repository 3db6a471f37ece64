package dev.redliner.collector.procfs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The folders of a process's control groups, from {@code /proc/PID/cgroup} and {@code /proc/self/mountinfo}. A
 * controller that version 1 mounts is in version 1, all others are in version 2.
 *
 * @param groups the lines of the process
 * @param mounts the mounts of control groups
 */
public record ControlGroups(List<Group> groups, List<Mount> mounts) {
    private static final String GROUPS = "/proc/PID/cgroup";
    private static final String MOUNTS = "/proc/self/mountinfo";

    public ControlGroups {
        groups = List.copyOf(groups);
        mounts = List.copyOf(mounts);
    }

    /** A line of {@code /proc/PID/cgroup}; version 2 has no controllers. */
    record Group(List<String> controllers, String path) {}

    /** A mount of a hierarchy: the part of it that is mounted, the mount point, and its controllers if version 1. */
    record Mount(boolean second, String root, String point, List<String> controllers) {}

    /**
     * A folder with the files of a group.
     *
     * @param second whether it is of version 2
     * @param top the mount point: no folder above it is a group
     * @param folder the group's folder, at or below the mount point
     */
    public record Folder(boolean second, String top, String folder) {}

    /** @throws MalformedText if a line does not have its documented form */
    public static ControlGroups parse(String groups, String mounts) {
        return new ControlGroups(
                groups.lines()
                        .filter(line -> !line.isBlank())
                        .map(ControlGroups::group)
                        .toList(),
                mounts.lines()
                        .map(ControlGroups::mount)
                        .flatMap(Optional::stream)
                        .toList());
    }

    private static Group group(String line) {
        String[] parts = line.split(":", 3);
        if (parts.length < 3 || !parts[2].startsWith("/")) {
            throw MalformedText.inLine(GROUPS, line);
        }
        return new Group(parts[1].isEmpty() ? List.of() : List.of(parts[1].split(",")), parts[2]);
    }

    private static Optional<Mount> mount(String line) {
        int divider = line.indexOf(" - ");
        if (divider < 0) {
            throw MalformedText.inLine(MOUNTS, line);
        }
        var before = new Fields(MOUNTS, line.substring(0, divider));
        var after = new Fields(MOUNTS, line.substring(divider + 3));
        return switch (after.word(0)) {
            case "cgroup2" -> Optional.of(new Mount(true, before.word(3), before.word(4), List.of()));
            case "cgroup" ->
                Optional.of(new Mount(
                        false,
                        before.word(3),
                        before.word(4),
                        List.of(after.word(2).split(","))));
            default -> Optional.empty();
        };
    }

    /**
     * The folders in which a controller such as {@code cpu} or {@code memory} may have its files: the first that exists
     * has them. None if the controller is mounted nowhere, or the mounts do not show the group.
     */
    public List<Folder> foldersOf(String controller) {
        var folders = new ArrayList<Folder>();
        for (boolean second : new boolean[] {false, true}) {
            for (Group group : groups) {
                for (Mount mount : mounts) {
                    boolean fits = mount.second == second
                            && (second
                                    ? group.controllers.isEmpty()
                                    : group.controllers.contains(controller) && mount.controllers.contains(controller));
                    if (fits) {
                        below(mount, group.path)
                                .ifPresent(folder -> folders.add(new Folder(second, mount.point, folder)));
                    }
                }
            }
        }
        return List.copyOf(folders);
    }

    /** In a container, the mount may show only a part of the hierarchy. A path that leads above that part is not shown. */
    private static Optional<String> below(Mount mount, String path) {
        boolean whole = mount.root.equals("/");
        if (path.contains("/..") || !whole && !path.equals(mount.root) && !path.startsWith(mount.root + "/")) {
            return Optional.empty();
        }
        String rest = whole ? path : path.substring(mount.root.length());
        return Optional.of(rest.isEmpty() || rest.equals("/") ? mount.point : mount.point + rest);
    }

    /** The folders from the group's own up to the mount point: each may hold a limit. */
    public static List<String> upwards(Folder folder) {
        var folders = new ArrayList<String>();
        String at = folder.folder;
        while (at.length() > folder.top.length() && at.startsWith(folder.top)) {
            folders.add(at);
            at = at.substring(0, at.lastIndexOf('/'));
        }
        folders.add(folder.top);
        return List.copyOf(folders);
    }
}
