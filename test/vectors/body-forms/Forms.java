// Java's forms of bodies.json, on stdout: Jackson's and Gson's maps.
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.Gson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

public class Forms {
    static final Map<String, List<String>> forms = new LinkedHashMap<>();

    static void add(String name, String value) {
        forms.computeIfAbsent(name, n -> new ArrayList<>()).add(value);
    }

    static Object hashed(Object value) {
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> copy = new HashMap<>();
            map.forEach((k, v) -> copy.put(k, hashed(v)));
            return copy;
        }
        if (value instanceof List<?> list) return list.stream().map(Forms::hashed).collect(Collectors.toList());
        return value;
    }

    static String join(Map<?, ?> map, String separator) {
        return map.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining(separator));
    }

    static String encoded(Map<?, ?> map) {
        return map.entrySet().stream()
            .map(e -> URLEncoder.encode(String.valueOf(e.getKey()), StandardCharsets.UTF_8) + "="
                + URLEncoder.encode(String.valueOf(e.getValue()), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"));
    }

    public static void main(String[] arguments) throws Exception {
        ObjectMapper jackson = new ObjectMapper();
        Gson gson = new Gson();
        for (Object each : jackson.readValue(Files.readString(Path.of("bodies.json")), List.class)) {
            String body = (String) each;
            Object value = jackson.readValue(body, Object.class);
            Object gsonValue = gson.fromJson(body, Object.class);
            add("toString", value.toString());
            add("toString Gson", gsonValue.toString());
            add("toString HashMap", hashed(value).toString());
            boolean object = value instanceof Map;
            Map<?, ?> map = object ? (Map<?, ?>) value : Map.of();
            add("toString TreeMap", object ? new TreeMap<>(map).toString() : null);
            add("k=v", object ? join(map, "&") : null);
            add("k=v sorted", object ? join(new TreeMap<>(map), "&") : null);
            add("k=v HashMap", object ? join((Map<?, ?>) hashed(map), "&") : null);
            add("k=v Gson", object ? join((Map<?, ?>) gsonValue, "&") : null);
            add("k=v encoded", object ? encoded(map) : null);
            add("k=v sorted, encoded", object ? encoded(new TreeMap<>(map)) : null);
            add("values", object ? map.values().stream().map(String::valueOf).collect(Collectors.joining()) : null);
            add("Arrays.toString", Arrays.toString(body.getBytes(StandardCharsets.UTF_8)));
        }
        System.out.write(jackson.writerWithDefaultPrettyPrinter().writeValueAsBytes(forms));
        System.out.flush();
    }
}
