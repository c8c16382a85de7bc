import com.fasterxml.jackson.databind.*;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.google.gson.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;

class Maker {
  static void out(String name, int at, String text) {
    System.out.println(name + "\t" + at + "\t" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
  }
  interface Make { String text() throws Exception; }
  static void attempt(String name, int at, Make make) {
    try { out(name, at, make.text()); } catch (Exception e) { }
  }
  public static void main(String[] args) throws Exception {
    ObjectMapper mapper = new ObjectMapper();
    String[] bodies = mapper.readValue(Files.readString(Path.of(args[0])), String[].class);
    ObjectMapper nonNull = new ObjectMapper().setSerializationInclusion(JsonInclude.Include.NON_NULL);
    nonNull.setDefaultPropertyInclusion(JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL));
    ObjectMapper nonEmpty = new ObjectMapper();
    nonEmpty.setDefaultPropertyInclusion(JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY, JsonInclude.Include.NON_EMPTY));
    ObjectMapper sorted = new ObjectMapper().configure(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS, true);
    Gson gson = new Gson(), plain = new GsonBuilder().disableHtmlEscaping().create();
    Gson nulls = new GsonBuilder().serializeNulls().create(), pretty = new GsonBuilder().setPrettyPrinting().create();
    for (int i = 0; i < bodies.length; i++) {
      String body = bodies[i]; int at = i;
      attempt("jackson tree", at, () -> mapper.writeValueAsString(mapper.readTree(body)));
      attempt("jackson map", at, () -> mapper.writeValueAsString(mapper.readValue(body, Object.class)));
      attempt("jackson pretty", at, () -> mapper.writerWithDefaultPrettyPrinter().writeValueAsString(mapper.readValue(body, Object.class)));
      attempt("jackson sorted", at, () -> sorted.writeValueAsString(mapper.readValue(body, Object.class)));
      attempt("jackson non null", at, () -> nonNull.writeValueAsString(mapper.readValue(body, Object.class)));
      attempt("jackson non empty", at, () -> nonEmpty.writeValueAsString(mapper.readValue(body, Object.class)));
      attempt("jackson big decimal", at, () -> {
        ObjectMapper big = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
        return big.writeValueAsString(big.readValue(body, Object.class));
      });
      attempt("gson tree", at, () -> gson.toJson(JsonParser.parseString(body)));
      attempt("gson tree nulls", at, () -> nulls.toJson(JsonParser.parseString(body)));
      attempt("gson tree plain", at, () -> plain.toJson(JsonParser.parseString(body)));
      attempt("gson pretty", at, () -> pretty.toJson(JsonParser.parseString(body)));
      attempt("gson map", at, () -> gson.toJson(gson.fromJson(body, Object.class)));
      attempt("android", at, () -> new org.json.JSONObject(body).toString());
      attempt("android 2", at, () -> new org.json.JSONObject(body).toString(2));
    }
  }
}
