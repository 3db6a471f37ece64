package dev.redliner.controller.access.oidc;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.UUID;

/** Tokens as the provider could issue them, and as strangers would forge them. */
public final class Tokens {
    private static final RSAKey OTHER = ProviderServer.key("other-key");

    private final String issuer;

    public Tokens(String issuer) {
        this.issuer = issuer;
    }

    /** The claims of a valid token of an operator. */
    public JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer(issuer)
                .subject("subject-1")
                .audience(ProviderServer.AUDIENCE)
                .jwtID(UUID.randomUUID().toString())
                .issueTime(new Date())
                .expirationTime(in(300))
                .claim("preferred_username", "bot")
                .claim("groups", List.of("sre"));
    }

    public static Date in(int seconds) {
        return Date.from(Instant.now().plusSeconds(seconds));
    }

    /** Signed by the provider. */
    public static String signed(JWTClaimsSet.Builder claims) throws JOSEException {
        return signed(claims, ProviderServer.KEY, ProviderServer.KEY.getKeyID(), JOSEObjectType.JWT);
    }

    public static String withType(JWTClaimsSet.Builder claims, String type) throws JOSEException {
        return signed(claims, ProviderServer.KEY, ProviderServer.KEY.getKeyID(), new JOSEObjectType(type));
    }

    /** Signed by another key that claims to be the provider's. */
    public static String forged(JWTClaimsSet.Builder claims) throws JOSEException {
        return signed(claims, OTHER, ProviderServer.KEY.getKeyID(), JOSEObjectType.JWT);
    }

    /** Signed by a key that the provider never had. */
    public static String unknownKey(JWTClaimsSet.Builder claims) throws JOSEException {
        return signed(claims, OTHER, OTHER.getKeyID(), JOSEObjectType.JWT);
    }

    private static String signed(JWTClaimsSet.Builder claims, RSAKey key, String id, JOSEObjectType type)
            throws JOSEException {
        var header =
                new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(id).type(type).build();
        return serialize(header, claims, new RSASSASigner(key));
    }

    /** With the public key as the secret of a symmetric signature. */
    public static String signedWithPublicKey(JWTClaimsSet.Builder claims) throws JOSEException {
        var header = new JWSHeader.Builder(JWSAlgorithm.HS256)
                .keyID(ProviderServer.KEY.getKeyID())
                .build();
        byte[] secret = ProviderServer.KEY.toRSAPublicKey().getEncoded();
        return serialize(header, claims, new MACSigner(secret));
    }

    private static String serialize(JWSHeader header, JWTClaimsSet.Builder claims, JWSSigner signer)
            throws JOSEException {
        var token = new SignedJWT(header, claims.build());
        token.sign(signer);
        return token.serialize();
    }

    public static String unsigned(JWTClaimsSet.Builder claims) {
        return new PlainJWT(claims.build()).serialize();
    }

    /** A valid token whose claims were replaced after it was signed. */
    public static String tampered(JWTClaimsSet.Builder claims) throws JOSEException {
        String[] mine = signed(claims).split("\\.");
        String[] other = signed(new JWTClaimsSet.Builder(claims.build()).claim("groups", List.of("admins")))
                .split("\\.");
        return mine[0] + "." + other[1] + "." + mine[2];
    }
}
