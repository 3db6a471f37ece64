package dev.redliner.redirector;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.Base64;

/** A self-signed certificate that is its own authority, created by the JDK's keytool. */
record Certificates(Path certificate, Path key) {
    private static final String PASSWORD = "not-a-secret";

    static Certificates make(Path folder, String name) throws Exception {
        Path store = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        name,
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-validity",
                        "2",
                        "-dname",
                        "CN=" + name,
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-ext",
                        "bc:c=ca:true",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool failed");
        }
        var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        Certificate certificate = keys.getCertificate(name);
        Key key = keys.getKey(name, PASSWORD.toCharArray());
        return new Certificates(
                pem(folder.resolve(name + ".pem"), "CERTIFICATE", certificate.getEncoded()),
                pem(folder.resolve(name + "-key.pem"), "PRIVATE KEY", key.getEncoded()));
    }

    private static Path pem(Path file, String type, byte[] der) throws IOException {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return Files.writeString(file, "-----BEGIN " + type + "-----\n" + body + "\n-----END " + type + "-----\n");
    }
}
