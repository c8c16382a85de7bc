// Java's bytes of the text of bodies.json, as hex, on stdout.
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.Gson;
import java.net.URLEncoder;
import java.nio.charset.*;
import java.nio.file.*;
import java.text.Normalizer;
import java.util.*;

public class Texts {
    static final Map<String, List<String>> forms = new LinkedHashMap<>();

    static void add(String name, byte[] value) {
        forms.computeIfAbsent(name, n -> new ArrayList<>()).add(HexFormat.of().formatHex(value));
    }

    public static void main(String[] arguments) throws Exception {
        ObjectMapper jackson = new ObjectMapper();
        for (Object each : jackson.readValue(Files.readString(Path.of("bodies.json")), List.class)) {
            String body = (String) each;
            byte[] utf8 = body.getBytes(StandardCharsets.UTF_8);
            for (String charset : List.of("US-ASCII", "ISO-8859-1", "windows-1252", "UTF-16", "UTF-16LE", "UTF-16BE", "GBK", "windows-1258", "windows-1251", "CESU-8", "EUC-KR", "Shift_JIS"))
                add("getBytes " + charset, body.getBytes(charset));
            for (String charset : List.of("US-ASCII", "ISO-8859-1", "windows-1252"))
                add("read as " + charset, new String(utf8, charset).getBytes(StandardCharsets.UTF_8));
            add("MIME base64", Base64.getMimeEncoder().encode(utf8));
            add("URL base64", Base64.getUrlEncoder().encode(utf8));
            add("URL base64 without padding", Base64.getUrlEncoder().withoutPadding().encode(utf8));
            add("URLEncoder", URLEncoder.encode(body, StandardCharsets.UTF_8).getBytes());
            add("Jackson string", jackson.writeValueAsBytes(body));
            add("Gson string", new Gson().toJson(body).getBytes(StandardCharsets.UTF_8));
            add("NFD", Normalizer.normalize(body, Normalizer.Form.NFD).getBytes(StandardCharsets.UTF_8));
            add("first length() bytes", Arrays.copyOf(utf8, body.length()));
        }
        System.out.write(jackson.writerWithDefaultPrettyPrinter().writeValueAsBytes(forms));
        System.out.flush();
    }
}
