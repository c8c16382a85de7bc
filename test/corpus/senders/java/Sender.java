import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.*;
import com.google.gson.*;
import java.io.*;
import java.math.BigInteger;
import java.nio.charset.*;
import java.security.MessageDigest;
import java.text.Normalizer;
import java.util.*;
import java.util.stream.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import java.net.URLEncoder;

public class Sender {
  static final PrintStream OUT = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false);
  static final Charset U = StandardCharsets.UTF_8;
  interface Form { byte[] get() throws Exception; }
  static void out(String n, String form, String kind, Form f) {
    try { byte[] b = f.get(); if (b != null) OUT.print(n + "\tjava." + form + "\t" + kind + "\t" + Base64.getEncoder().encodeToString(b) + "\n"); }
    catch (Throwable e) { }
  }
  static void text(String n, String form, java.util.concurrent.Callable<String> f) { out(n, form, "body", () -> { String s = f.call(); return s == null ? null : s.getBytes(U); }); }
  static void sig(String n, String form, java.util.concurrent.Callable<String> f) { out(n, form, "sig", () -> { String s = f.call(); return s == null ? null : s.getBytes(U); }); }
  static byte[] mac(String alg, byte[] key, byte[] m) throws Exception { Mac x = Mac.getInstance(alg); x.init(new SecretKeySpec(key, alg)); return x.doFinal(m); }
  static String hex(byte[] b) { StringBuilder s = new StringBuilder(); for (byte x : b) s.append(String.format("%02x", x)); return s.toString(); }
  static byte[] cat(byte[] a, byte[] b) { byte[] r = Arrays.copyOf(a, a.length + b.length); System.arraycopy(b, 0, r, a.length, b.length); return r; }

  public static void main(String[] a) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, U));
    ObjectMapper jackson = new ObjectMapper();
    ObjectMapper big = new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    big.setNodeFactory(com.fasterxml.jackson.databind.node.JsonNodeFactory.withExactBigDecimals(true));
    ObjectMapper nonNull = new ObjectMapper().setSerializationInclusion(JsonInclude.Include.NON_NULL);
    ObjectMapper nonEmpty = new ObjectMapper().setSerializationInclusion(JsonInclude.Include.NON_EMPTY);
    nonNull.setDefaultPropertyInclusion(JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL));
    nonEmpty.setDefaultPropertyInclusion(JsonInclude.Value.construct(JsonInclude.Include.NON_EMPTY, JsonInclude.Include.NON_EMPTY));
    ObjectMapper ordered = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    ObjectMapper orderedNonNull = nonNull.copy().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    ObjectMapper ascii = new ObjectMapper(); ascii.getFactory().enable(JsonGenerator.Feature.ESCAPE_NON_ASCII);
    ObjectMapper numStr = new ObjectMapper(); numStr.getFactory().enable(JsonGenerator.Feature.WRITE_NUMBERS_AS_STRINGS);
    Gson gson = new Gson(); Gson gsonNulls = new GsonBuilder().serializeNulls().create();
    Gson gsonPlain = new GsonBuilder().disableHtmlEscaping().create();
    Gson gsonPlainNulls = new GsonBuilder().disableHtmlEscaping().serializeNulls().create();
    Gson gsonPretty = new GsonBuilder().setPrettyPrinting().create();
    for (String line; (line = in.readLine()) != null; ) {
      String[] f = line.split("\t", -1);
      String n = f[0], cid = f[3], ts = f[4], scheme = f[5];
      byte[] body = Base64.getDecoder().decode(f[1]), secret = Base64.getDecoder().decode(f[2]);
      String t = new String(body, U);
      JsonNode tree = null; Map<String, Object> map = null;
      try { tree = jackson.readTree(body); if (tree.isObject()) map = jackson.readValue(body, LinkedHashMap.class); else tree = null; } catch (Exception e) { tree = null; }
      if (tree != null && map != null) {
        final JsonNode tr = tree; final Map<String, Object> mp = map;
        text(n, "jackson", () -> jackson.writeValueAsString(tr));
        text(n, "jackson-map", () -> jackson.writeValueAsString(mp));
        text(n, "jackson-exact", () -> big.writeValueAsString(big.readTree(body)));
        text(n, "jackson-pretty", () -> jackson.writerWithDefaultPrettyPrinter().writeValueAsString(mp));
        text(n, "jackson-tree-pretty", () -> tr.toPrettyString());
        text(n, "jackson-nonnull", () -> nonNull.writeValueAsString(mp));
        text(n, "jackson-nonempty", () -> nonEmpty.writeValueAsString(mp));
        text(n, "jackson-ordered", () -> ordered.writeValueAsString(mp));
        text(n, "jackson-ordered-nonnull", () -> orderedNonNull.writeValueAsString(mp));
        text(n, "jackson-ascii", () -> ascii.writeValueAsString(mp));
        text(n, "jackson-numstr", () -> numStr.writeValueAsString(mp));
        text(n, "jackson-treemap", () -> jackson.writeValueAsString(new TreeMap<>(mp)));
        text(n, "jackson-double", () -> jackson.writeValueAsString(t));
        text(n, "gson", () -> gson.toJson(JsonParser.parseString(t)));
        text(n, "gson-nulls", () -> gsonNulls.toJson(JsonParser.parseString(t)));
        text(n, "gson-plain", () -> gsonPlain.toJson(JsonParser.parseString(t)));
        text(n, "gson-plain-nulls", () -> gsonPlainNulls.toJson(JsonParser.parseString(t)));
        text(n, "gson-element", () -> JsonParser.parseString(t).toString());
        text(n, "gson-pretty", () -> gsonPretty.toJson(JsonParser.parseString(t)));
        text(n, "gson-map", () -> gson.toJson(gson.fromJson(t, Map.class)));
        text(n, "gson-map-plain-nulls", () -> gsonPlainNulls.toJson(gsonPlainNulls.fromJson(t, Map.class)));
        text(n, "gson-treemap", () -> gson.toJson(new TreeMap<>((Map<String, Object>) gson.fromJson(t, Map.class))));
        text(n, "tostring", () -> mp.toString());
        text(n, "gson-map-tostring", () -> gson.fromJson(t, Map.class).toString());
        text(n, "kv-sorted", () -> new TreeMap<>(mp).entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining("&")));
        text(n, "kv-sorted-skip", () -> new TreeMap<>(mp).entrySet().stream().filter(e -> e.getValue() != null && !"".equals(e.getValue())).map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining("&")));
        text(n, "kv-sorted-enc", () -> new TreeMap<>(mp).entrySet().stream().map(e -> e.getKey() + "=" + URLEncoder.encode(String.valueOf(e.getValue()), U)).collect(Collectors.joining("&")));
        text(n, "form", () -> mp.entrySet().stream().map(e -> URLEncoder.encode(e.getKey(), U) + "=" + URLEncoder.encode(String.valueOf(e.getValue()), U)).collect(Collectors.joining("&")));
        text(n, "values", () -> mp.values().stream().map(String::valueOf).collect(Collectors.joining()));
      }
      text(n, "lines", () -> new BufferedReader(new StringReader(t)).lines().collect(Collectors.joining()));
      text(n, "nfd", () -> Normalizer.normalize(t, Normalizer.Form.NFD));
      text(n, "url", () -> URLEncoder.encode(t, U));
      text(n, "mojibake", () -> new String(body, StandardCharsets.ISO_8859_1));
      out(n, "iso", "body", () -> t.getBytes(StandardCharsets.ISO_8859_1));
      out(n, "cp1252", "body", () -> t.getBytes("windows-1252"));
      out(n, "ascii", "body", () -> t.getBytes(StandardCharsets.US_ASCII));
      out(n, "utf16", "body", () -> t.getBytes(StandardCharsets.UTF_16));
      out(n, "utf16le", "body", () -> t.getBytes(StandardCharsets.UTF_16LE));
      byte[] h = MessageDigest.getInstance("SHA-256").digest(body);
      byte[] m = scheme.equals("B") ? body : (cid + "." + ts + "." + hex(h)).getBytes(U);
      byte[] d = mac("HmacSHA256", secret, m);
      sig(n, "b64", () -> Base64.getEncoder().encodeToString(d));
      sig(n, "b64url-nopad", () -> Base64.getUrlEncoder().withoutPadding().encodeToString(d));
      sig(n, "b64-mime-hex", () -> Base64.getEncoder().encodeToString(hex(d).getBytes(U)));
      sig(n, "toHexString", () -> { StringBuilder s = new StringBuilder(); for (byte x : d) s.append(Integer.toHexString(x)); return s.toString(); });
      sig(n, "toHexString-masked", () -> { StringBuilder s = new StringBuilder(); for (byte x : d) s.append(Integer.toHexString(x & 0xff)); return s.toString(); });
      sig(n, "bigint", () -> new BigInteger(1, d).toString(16));
      sig(n, "upper-02X", () -> { StringBuilder s = new StringBuilder(); for (byte x : d) s.append(String.format("%02X", x)); return s.toString(); });
      sig(n, "sha1", () -> hex(mac("HmacSHA1", secret, m)));
      sig(n, "sha512", () -> hex(mac("HmacSHA512", secret, m)));
      sig(n, "md5", () -> hex(mac("HmacMD5", secret, m)));
      sig(n, "sha384", () -> hex(mac("HmacSHA384", secret, m)));
      sig(n, "null-key", () -> hex(mac("HmacSHA256", String.valueOf((Object) null).getBytes(U), m)));
      sig(n, "key-utf16", () -> hex(mac("HmacSHA256", new String(secret, U).getBytes(StandardCharsets.UTF_16LE), m)));
      String s = new String(secret, U);
      if (s.matches("(?:[0-9a-fA-F]{2})+")) {
        sig(n, "key-bigint", () -> hex(mac("HmacSHA256", new BigInteger(s, 16).toByteArray(), m)));
        sig(n, "key-unhex", () -> hex(mac("HmacSHA256", HexFormat.of().parseHex(s), m)));
        sig(n, "key-unhex-b64", () -> Base64.getEncoder().encodeToString(mac("HmacSHA256", HexFormat.of().parseHex(s), m)));
      }
      if (s.length() % 4 == 0 && s.matches("[A-Za-z0-9+/]+=*")) sig(n, "key-b64dec", () -> hex(mac("HmacSHA256", Base64.getDecoder().decode(s), m)));
      if (scheme.equals("A")) {
        sig(n, "inner-upper", () -> { StringBuilder x = new StringBuilder(); for (byte y : h) x.append(String.format("%02X", y)); return hex(mac("HmacSHA256", secret, (cid + "." + ts + "." + x).getBytes(U))); });
        sig(n, "both-upper", () -> { StringBuilder x = new StringBuilder(); for (byte y : h) x.append(String.format("%02X", y)); return hex(mac("HmacSHA256", secret, (cid + "." + ts + "." + x).getBytes(U))).toUpperCase(); });
        sig(n, "inner-b64", () -> hex(mac("HmacSHA256", secret, (cid + "." + ts + "." + Base64.getEncoder().encodeToString(h)).getBytes(U))));
        sig(n, "inner-masked", () -> { StringBuilder x = new StringBuilder(); for (byte y : h) x.append(Integer.toHexString(y & 0xff)); return hex(mac("HmacSHA256", secret, (cid + "." + ts + "." + x).getBytes(U))); });
        sig(n, "azure", () -> Base64.getEncoder().encodeToString(mac("HmacSHA256", secret, (cid + "\n" + ts + "\n" + Base64.getEncoder().encodeToString(h)).getBytes(U))));
        sig(n, "instant", () -> hex(mac("HmacSHA256", secret, (cid + "." + java.time.Instant.ofEpochSecond(Long.parseLong(ts)) + "." + hex(h)).getBytes(U))));
        sig(n, "millis", () -> hex(mac("HmacSHA256", secret, (cid + "." + (Long.parseLong(ts) * 1000 + 842) + "." + hex(h)).getBytes(U))));
      }
    }
    OUT.flush();
  }
}
