package dev.redliner.controller.notification;

import java.util.List;
import org.springframework.mail.MailAuthenticationException;
import org.springframework.mail.MailException;
import org.springframework.mail.MailSender;
import org.springframework.mail.SimpleMailMessage;

/** Sends e-mails through the server of {@code spring.mail}. */
final class EmailChannel implements Channel {
    private static final int LONGEST_SUBJECT = 120;

    private final MailSender mail;
    private final String from;
    private final List<String> to;
    private final EventDocument document;

    EmailChannel(MailSender mail, String from, List<String> to, EventDocument document) {
        this.mail = mail;
        this.from = from;
        this.to = List.copyOf(to);
        this.document = document;
    }

    @Override
    public void send(LifecycleEvent event) throws DeliveryFailed {
        String text = MessageText.of(event);
        String link = document.link(event);
        var message = new SimpleMailMessage();
        message.setFrom(from);
        message.setTo(to.toArray(String[]::new));
        message.setSubject("[redliner] " + subject(text));
        message.setText(text + "\n" + (link.isEmpty() ? "" : "\n" + link + "\n") + "\nEvent " + event.id() + " of "
                + event.at() + "\n");
        try {
            mail.send(message);
        } catch (MailAuthenticationException e) {
            throw DeliveryFailed.forNow("the mail server refuses the user or the password", null);
        } catch (MailException e) {
            throw DeliveryFailed.forNow(firstLine(e), null);
        }
    }

    private static String subject(String text) {
        String line = text.replaceAll("\\R+", " ");
        return line.length() <= LONGEST_SUBJECT ? line : line.substring(0, LONGEST_SUBJECT - 3) + "...";
    }

    private static String firstLine(MailException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("the mail was not taken");
    }

    @Override
    public String address() {
        return String.join(", ", to);
    }
}
