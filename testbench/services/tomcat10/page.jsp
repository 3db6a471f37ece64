<%@ page session="false" import="java.util.concurrent.ThreadLocalRandom" %><%!
    private static final Object LOCK = new Object();

    private static double work(int steps) {
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            sum += Math.sqrt(i);
        }
        return sum;
    }
%><%
    // some CPU, a lock that all threads share, and a wait of 15 ms and more as for a database
    double sum = work(40000);
    synchronized (LOCK) {
        sum += work(10000);
    }
    Thread.sleep((long) (15 - 12 * Math.log(1 - ThreadLocalRandom.current().nextDouble())));
%>ok <%= sum > 0 %>
