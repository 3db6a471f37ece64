package dev.redliner.controller.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** Tokens of programs. They are random and long, so that a plain hash is enough to keep them secret. */
public final class TokenHash {
    private static final String SCHEME = "{sha256}";
    private static final Pattern HASH = Pattern.compile("\\{sha256}[0-9a-f]{64}");
    private static final int BYTES = 32;
    private static final int PASSWORD_BYTES = 18;
    private static final SecureRandom RANDOM = new SecureRandom();

    private TokenHash() {}

    /** A new token, such as {@code redliner_4mH...}: 256 random bits. */
    public static String newToken() {
        return "redliner_" + random(BYTES);
    }

    /** A new password of 24 characters: 144 random bits. */
    public static String newPassword() {
        return random(PASSWORD_BYTES);
    }

    private static String random(int length) {
        var bytes = new byte[length];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** The hash of a token, as the accounts file has it. */
    public static String of(String token) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return SCHEME + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    static boolean isValid(String hash) {
        return HASH.matcher(hash).matches();
    }
}
