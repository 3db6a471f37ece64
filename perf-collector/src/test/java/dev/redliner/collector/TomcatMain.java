package dev.redliner.collector;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.catalina.startup.Tomcat;

/** A service on Tomcat without Spring, as a process of its own. */
public final class TomcatMain {
    /** Begins the line with the port of the service. */
    static final String PORT = "port ";

    private TomcatMain() {}

    public static void main(String[] arguments) throws Exception {
        String folder = Files.createTempDirectory("tomcat").toString();
        var tomcat = new Tomcat();
        tomcat.setBaseDir(folder);
        tomcat.setPort(0);
        var context = tomcat.addContext("", folder);
        Tomcat.addServlet(context, "hello", new Hello());
        context.addServletMappingDecoded("/", "hello");
        tomcat.getConnector();
        tomcat.start();
        System.out.println(PORT + tomcat.getConnector().getLocalPort());
        tomcat.getServer().await();
    }

    private static final class Hello extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("hello");
        }
    }
}
