// Forms of bodies.json by Jackson, Gson, org.json and Java itself.
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.*;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.*;
import com.fasterxml.jackson.databind.*;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.gson.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;

public class Forms {
  interface Make { String of(String body) throws Exception; }
  static List<String> bodies;
  static Map<String, Object> forms = new LinkedHashMap<>();
  static void form(String name, String causes, Make make) {
    List<String> rows = new ArrayList<>();
    for (String body : bodies) {
      try { rows.add(make.of(body)); } catch (Throwable e) { rows.add(null); }
    }
    Map<String, Object> f = new LinkedHashMap<>();
    f.put("causes", causes); f.put("rows", rows); forms.put(name, f);
  }
  static ObjectMapper mapper(JsonWriteFeature... on) {
    JsonMapper.Builder b = JsonMapper.builder();
    for (JsonWriteFeature f : on) b.enable(f);
    return b.build();
  }
  static final ObjectMapper plain = mapper();
  static Map<?, ?> map(String b) throws Exception { return plain.readValue(b, LinkedHashMap.class); }
  static Object any(String b) throws Exception { return plain.readValue(b, Object.class); }
  static String text(Object v) throws Exception { return v instanceof String ? (String) v : v == null ? "" : v instanceof Map || v instanceof List ? plain.writeValueAsString(v) : String.valueOf(v); }
  static String url(String s) throws Exception { return java.net.URLEncoder.encode(s, "UTF-8"); }
  static Map<String, Object> top(String b, java.util.function.Predicate<Object> keep) throws Exception {
    Map<String, Object> out = new LinkedHashMap<>();
    map(b).forEach((k, v) -> { if (keep.test(v)) out.put((String) k, v); });
    return out;
  }
  static String kv(Map<String, Object> m, boolean enc) throws Exception {
    StringBuilder s = new StringBuilder();
    for (String k : new TreeSet<>(m.keySet())) { if (s.length() > 0) s.append('&'); s.append(k).append('=').append(enc ? url(text(m.get(k))) : text(m.get(k))); }
    return s.toString();
  }
  static ObjectMapper dates() { return plain; }
  public static void main(String[] a) throws Exception {
    bodies = plain.readValue(Files.readAllBytes(Paths.get("bodies.json")), List.class);
    ObjectMapper escape = mapper(JsonWriteFeature.ESCAPE_NON_ASCII);
    ObjectMapper numbers = mapper(JsonWriteFeature.WRITE_NUMBERS_AS_STRINGS);
    form("jackson text", "body-json-compact", b -> plain.writeValueAsString(any(b)));
    form("jackson bytes", "body-json-compact", b -> new String(plain.writeValueAsBytes(any(b)), StandardCharsets.UTF_8));
    form("jackson tree bytes", "body-json-compact", b -> new String(plain.writeValueAsBytes(plain.readTree(b)), StandardCharsets.UTF_8));
    form("jackson ascii", "body-json-ascii", b -> escape.writeValueAsString(any(b)));
    form("jackson ascii bytes", "body-json-ascii", b -> new String(escape.writeValueAsBytes(any(b)), StandardCharsets.UTF_8));
    form("jackson ascii pretty", "body-pretty", b -> escape.writerWithDefaultPrettyPrinter().writeValueAsString(any(b)));
    form("jackson numbers as strings", "body-numbers-as-strings", b -> numbers.writeValueAsString(any(b)));
    form("jackson big decimal", "body-json-compact", b -> JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build().writeValueAsString(JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build().readValue(b, Object.class)));
    ObjectMapper big = JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN).build();
    form("jackson plain decimal", "body-json-compact", b -> big.writeValueAsString(big.readValue(b, Object.class)));
    form("jackson tree decimal", "body-json-compact", b -> big.writeValueAsString(big.readTree(b)));
    DefaultPrettyPrinter lines = new DefaultPrettyPrinter(); lines.indentArraysWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
    form("jackson pretty arrays", "body-pretty", b -> plain.writer(lines).writeValueAsString(any(b)));
    DefaultPrettyPrinter four = new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("    ", "\n"));
    form("jackson pretty 4", "body-pretty", b -> plain.writer(four).writeValueAsString(any(b)));
    form("jackson pretty bytes", "body-pretty", b -> new String(plain.writerWithDefaultPrettyPrinter().writeValueAsBytes(any(b)), StandardCharsets.UTF_8));
    form("jackson pretty tight", "body-pretty", b -> plain.writer(new DefaultPrettyPrinter().withoutSpacesInObjectEntries()).writeValueAsString(any(b)));
    form("jackson to pretty string", "body-pretty", b -> plain.readTree(b).toPrettyString());
    form("jackson to string", "body-json-compact", b -> plain.readTree(b).toString());
    ObjectMapper sorted = JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
    form("jackson sorted bytes", "body-keys-sorted", b -> new String(sorted.writeValueAsBytes(any(b)), StandardCharsets.UTF_8));
    form("jackson sorted pretty", "body-keys-sorted body-pretty", b -> sorted.writerWithDefaultPrettyPrinter().writeValueAsString(any(b)));
    form("jackson sorted non null", "body-keys-sorted body-nulls-dropped", b -> JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).defaultPropertyInclusion(JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL)).build().writeValueAsString(any(b)));
    form("jackson non null", "body-nulls-dropped", b -> JsonMapper.builder().defaultPropertyInclusion(JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL)).build().writeValueAsString(any(b)));
    form("jackson non empty", "body-empties-dropped", b -> JsonMapper.builder().defaultPropertyInclusion(JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY, JsonInclude.Include.NON_EMPTY)).build().writeValueAsString(any(b)));
    form("jackson non default", "body-empties-dropped", b -> JsonMapper.builder().defaultPropertyInclusion(JsonInclude.Value.construct(JsonInclude.Include.NON_DEFAULT, JsonInclude.Include.NON_DEFAULT)).build().writeValueAsString(any(b)));
    form("jackson twice", "body-double-encoded", b -> plain.writeValueAsString(b));
    form("jackson twice of parsed", "body-double-encoded", b -> plain.writeValueAsString(plain.writeValueAsString(any(b))));
    Map<String, PropertyNamingStrategy> naming = new LinkedHashMap<>();
    naming.put("snake", PropertyNamingStrategies.SNAKE_CASE); naming.put("kebab", PropertyNamingStrategies.KEBAB_CASE);
    naming.put("upper camel", PropertyNamingStrategies.UPPER_CAMEL_CASE); naming.put("lower", PropertyNamingStrategies.LOWER_CASE);
    naming.put("upper snake", PropertyNamingStrategies.UPPER_SNAKE_CASE);
    for (var e : naming.entrySet()) {
      PropertyNamingStrategies.NamingBase s = (PropertyNamingStrategies.NamingBase) e.getValue();
      form("jackson " + e.getKey(), "body-keys-recased", b -> { Map<String, Object> o = new LinkedHashMap<>(); map(b).forEach((k, v) -> o.put(s.translate((String) k), v)); return plain.writeValueAsString(o); });
    }
    Gson gson = new Gson(), noHtml = new GsonBuilder().disableHtmlEscaping().create(), nulls = new GsonBuilder().serializeNulls().create();
    form("gson element", "body-json-gson", b -> gson.toJson(com.google.gson.JsonParser.parseString(b)));
    form("gson element string", "body-json-compact", b -> com.google.gson.JsonParser.parseString(b).toString());
    form("gson map", "body-ints-to-floats", b -> gson.toJson(gson.fromJson(b, Object.class)));
    form("gson map pretty", "body-ints-to-floats body-pretty", b -> new GsonBuilder().setPrettyPrinting().create().toJson(gson.fromJson(b, Object.class)));
    form("gson map no html", "body-ints-to-floats", b -> noHtml.toJson(gson.fromJson(b, Object.class)));
    form("gson pretty nulls", "body-pretty", b -> new GsonBuilder().setPrettyPrinting().serializeNulls().disableHtmlEscaping().create().toJson(com.google.gson.JsonParser.parseString(b)));
    form("gson long or double", "body-json-gson", b -> new GsonBuilder().setObjectToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE).create().toJson(new GsonBuilder().setObjectToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE).create().fromJson(b, Object.class)));
    form("gson twice", "body-double-encoded", b -> gson.toJson(b));
    form("map text", "body-map-tostring", b -> map(b).toString());
    form("tree map text", "body-map-tostring", b -> new TreeMap<>(map(b)).toString());
    form("entry set", "body-map-tostring", b -> map(b).entrySet().toString());
    form("values text", "body-map-tostring", b -> map(b).values().toString());
    form("string values", "body-numbers-as-strings", b -> { Map<String, String> o = new LinkedHashMap<>(); map(b).forEach((k, v) -> o.put((String) k, String.valueOf(v))); return plain.writeValueAsString(o); });
    form("kv", "body-query-sorted", b -> kv(top(b, v -> true), false));
    form("kv not empty", "body-query-sorted", b -> kv(top(b, v -> v != null && !"".equals(v)), false));
    form("kv encoded", "body-query-sorted", b -> kv(top(b, v -> true), true));
    form("kv encoded not empty", "body-query-sorted", b -> kv(top(b, v -> v != null && !"".equals(v)), true));
    form("kv null text", "body-query-sorted", b -> new TreeMap<>(map(b)).entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining("&")));
    form("values joined", "body-values-joined", b -> map(b).values().stream().map(String::valueOf).collect(Collectors.joining()));
    form("treemap kv colon", "body-values-joined", b -> new TreeMap<>(map(b)).entrySet().stream().map(e -> e.getKey() + ":" + e.getValue()).collect(Collectors.joining(",")));
    form("without last", "body-member-missing", b -> { Map<?, ?> m = map(b); m.remove(new ArrayList<>(m.keySet()).get(m.size() - 1)); return plain.writeValueAsString(m); });
    form("without last gson", "body-member-missing", b -> { JsonObject m = com.google.gson.JsonParser.parseString(b).getAsJsonObject(); m.remove(new ArrayList<>(m.keySet()).get(m.size() - 1)); return gson.toJson(m); });
    plain.writerWithDefaultPrettyPrinter().writeValue(System.out, forms);
  }
}
