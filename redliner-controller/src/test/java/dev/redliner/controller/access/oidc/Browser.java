package dev.redliner.controller.access.oidc;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Follows redirects and keeps cookies as a browser does, and sends the forms of the provider. */
public final class Browser {
    private static final Pattern FIELD =
            Pattern.compile("<input[^>]*name=\"(_csrf|state|user_code)\"[^>]*value=\"([^\"]*)\"");

    private static final int MOST_HOPS = 20;

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .cookieHandler(new CookieManager())
            .build();
    private final List<String> visited = new ArrayList<>();

    /** The addresses that were opened. */
    public List<String> visited() {
        return List.copyOf(visited);
    }

    public HttpResponse<String> open(String address) throws IOException, InterruptedException {
        return follow(send(request(address).GET()));
    }

    /** Opens an address and does not follow. */
    public HttpResponse<String> get(String address) throws IOException, InterruptedException {
        return send(request(address).GET());
    }

    public HttpResponse<String> change(String method, String address, String json, String origin)
            throws IOException, InterruptedException {
        return send(request(address)
                .setHeader("Accept", "application/json")
                .header("Origin", origin)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(json)));
    }

    /** Sends the form of a page with its hidden fields, to the address of the page or to another one. */
    public HttpResponse<String> submit(HttpResponse<String> page, String path, Map<String, String> fields)
            throws IOException, InterruptedException {
        return follow(post(page, path, fields));
    }

    /** Sends the form of a page, and does not follow. */
    public HttpResponse<String> post(HttpResponse<String> page, String path, Map<String, String> fields)
            throws IOException, InterruptedException {
        var all = new TreeMap<>(fields);
        Matcher hidden = FIELD.matcher(page.body());
        while (hidden.find()) {
            all.putIfAbsent(hidden.group(1), hidden.group(2));
        }
        String body = all.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return send(request(page.uri().resolve(path).toString())
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> follow(HttpResponse<String> answer) throws IOException, InterruptedException {
        HttpResponse<String> last = answer;
        for (int hops = 0; hops < MOST_HOPS && last.statusCode() / 100 == 3; hops++) {
            String to = last.headers().firstValue("Location").orElseThrow();
            last = send(request(last.uri().resolve(to).toString()).GET());
        }
        return last;
    }

    private static HttpRequest.Builder request(String address) {
        return HttpRequest.newBuilder(URI.create(address))
                .timeout(Duration.ofSeconds(20))
                .setHeader("Accept", "text/html");
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
        visited.add(answer.uri().toString());
        return answer;
    }
}
