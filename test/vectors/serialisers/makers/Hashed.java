import com.fasterxml.jackson.databind.*;
import com.google.gson.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;

/** The same bodies from java.util.HashMap at every level. */
class Hashed {
  static Object hashed(Object value) {
    if (value instanceof List<?> list) return list.stream().map(Hashed::hashed).toList();
    if (!(value instanceof Map<?, ?> map)) return value;
    Map<Object, Object> made = new HashMap<>();
    map.forEach((k, v) -> made.put(k, hashed(v)));
    return made;
  }
  public static void main(String[] args) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    String[] bodies = mapper.readValue(Files.readString(Path.of(args[0])), String[].class);
    for (int i = 0; i < bodies.length; i++) {
      if (bodies[i].contains("[null") || bodies[i].contains("null]")) continue;
      String text = mapper.writeValueAsString(hashed(mapper.readValue(bodies[i], Object.class)));
      System.out.println("jackson hash map\t" + i + "\t" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
    }
  }
}
