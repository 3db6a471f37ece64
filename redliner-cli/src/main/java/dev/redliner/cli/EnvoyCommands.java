package dev.redliner.cli;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** {@code redliner envoy …}. */
@Command(name = "envoy", description = "Set up Envoys.")
final class EnvoyCommands {
    @ParentCommand
    private RedlinerCli cli;

    @Command(name = "bootstrap", description = "Print the file that an Envoy of a service starts with.")
    int bootstrap(
            @Parameters(paramLabel = "SERVICE") String service,
            @Option(names = "--node", description = "The Envoy's node id.") String node,
            @Option(names = "--xds-host", description = "Host of the redirector, as the Envoy reaches it.")
                    String xdsHost,
            @Option(names = "--xds-port", description = "xDS port of the redirector.") Integer xdsPort,
            @Option(
                            names = "--admin-port",
                            description =
                                    "Admin port of the Envoy (default: that of envoy.admin in the service file, or 9901).")
                    Integer adminPort,
            @Option(
                            names = "--redirector",
                            paramLabel = "URL",
                            description = "Address of the redirector, if it is not in the process of the server.")
                    String redirector) {
        Server server = redirector == null ? cli.server() : Server.at(redirector);
        String path = "/xds/v1/pools/" + encoded(service) + "/bootstrap?"
                + parameter("node", node) + parameter("xdsHost", xdsHost)
                + parameter("xdsPort", xdsPort) + parameter("adminPort", adminPort);
        cli.out()
                .print(Answers.expectOk(server.get(path.replaceFirst("[?&]$", ""), "text/yaml, */*"), "")
                        .body());
        return ExitCode.DONE.number();
    }

    private static String parameter(String name, Object value) {
        return value == null ? "" : name + "=" + encoded(value.toString()) + "&";
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
