package dev.redliner.redirector;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** XXH64 for inputs below 32 bytes, from the algorithm's specification. Computes the expected host of each user. */
final class XxHash {
    private static final long P1 = 0x9E3779B185EBCA87L;
    private static final long P2 = 0xC2B2AE3D27D4EB4FL;
    private static final long P3 = 0x165667B19E3779F9L;
    private static final long P4 = 0x85EBCA77C2B2AE63L;
    private static final long P5 = 0x27D4EB2F165667C5L;

    private XxHash() {}

    static Set<Integer> usersBelow(int bucket, int users) {
        var below = new HashSet<Integer>();
        for (int i = 0; i < users; i++) {
            if (Long.remainderUnsigned(hash("user-" + i, 0), 10_000) < bucket) {
                below.add(i);
            }
        }
        return below;
    }

    /** The host of each user: users below the bucket are spread evenly over the hosts of the SUT. */
    static List<String> hostsOfUsers(List<String> suts, int bucket, int users) {
        Set<Integer> atSut = usersBelow(bucket, users);
        var hosts = new ArrayList<String>();
        for (int i = 0; i < users; i++) {
            long second = Long.remainderUnsigned(hash("user-" + i, 1), 1_000_000);
            int part = (int) Math.min(second / (1_000_000 / suts.size()), suts.size() - 1);
            hosts.add(atSut.contains(i) ? suts.get(part) : "peer");
        }
        return hosts;
    }

    private static long hash(String text, long seed) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long h = seed + P5 + bytes.length;
        while (in.remaining() >= 8) {
            h ^= Long.rotateLeft(in.getLong() * P2, 31) * P1;
            h = Long.rotateLeft(h, 27) * P1 + P4;
        }
        if (in.remaining() >= 4) {
            h ^= (in.getInt() & 0xFFFFFFFFL) * P1;
            h = Long.rotateLeft(h, 23) * P2 + P3;
        }
        while (in.hasRemaining()) {
            h ^= (in.get() & 0xFF) * P5;
            h = Long.rotateLeft(h, 11) * P1;
        }
        h ^= h >>> 33;
        h *= P2;
        h ^= h >>> 29;
        h *= P3;
        return h ^ (h >>> 32);
    }
}
