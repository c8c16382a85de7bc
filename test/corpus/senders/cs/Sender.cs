using System; using System.Collections.Generic; using System.IO; using System.Linq; using System.Security.Cryptography; using System.Text;
using Newtonsoft.Json; using Newtonsoft.Json.Linq; using Newtonsoft.Json.Serialization; using System.Web.Script.Serialization;
public class Session { public string GameId; public string Username; public string ServerId; public string RoleId; }
public static class Sender {
  static StreamWriter w = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));
  static UTF8Encoding U = new UTF8Encoding(false);
  static void Out(string n, string form, string kind, Func<byte[]> f) { try { var b = f(); if (b != null) w.Write(n + "\tcs." + form + "\t" + kind + "\t" + Convert.ToBase64String(b) + "\n"); } catch (Exception) {} }
  static void Text(string n, string form, Func<string> f) { Out(n, form, "body", () => { var s = f(); return s == null ? null : U.GetBytes(s); }); }
  static void Sig(string n, string form, Func<string> f) { Out(n, form, "sig", () => { var s = f(); return s == null ? null : U.GetBytes(s); }); }
  static byte[] Mac(byte[] k, byte[] m) { using (var h = new HMACSHA256(k)) return h.ComputeHash(m); }
  static string Hex(byte[] b) { return BitConverter.ToString(b).Replace("-", "").ToLowerInvariant(); }
  static JToken Parse(string t) { var r = new JsonTextReader(new StringReader(t)); r.DateParseHandling = DateParseHandling.None; return JToken.ReadFrom(r); }
  static JToken ParseDecimal(string t) { var r = new JsonTextReader(new StringReader(t)); r.DateParseHandling = DateParseHandling.None; r.FloatParseHandling = FloatParseHandling.Decimal; return JToken.ReadFrom(r); }
  static JToken Sorted(JToken t) { var o = t as JObject; if (o != null) return new JObject(o.Properties().OrderBy(p => p.Name, StringComparer.Ordinal).Select(p => new JProperty(p.Name, Sorted(p.Value)))); var a = t as JArray; if (a != null) return new JArray(a.Select(Sorted)); return t; }
  public static void Main() {
    string line; var input = new StreamReader(Console.OpenStandardInput(), U);
    while ((line = input.ReadLine()) != null) {
      var f = line.Split('\t'); string n = f[0], cid = f[3], ts = f[4], scheme = f[5];
      byte[] body = Convert.FromBase64String(f[1]), secret = Convert.FromBase64String(f[2]); string t = U.GetString(body);
      JObject o = null; try { o = Parse(t) as JObject; } catch (Exception) {}
      if (o != null) {
        Text(n, "newtonsoft", () => o.ToString(Formatting.None));
        Text(n, "newtonsoft-decimal", () => ParseDecimal(t).ToString(Formatting.None));
        Text(n, "newtonsoft-indented", () => o.ToString(Formatting.Indented));
        Text(n, "newtonsoft-indented-crlf", () => o.ToString(Formatting.Indented).Replace("\n", "\r\n"));
        Text(n, "newtonsoft-html", () => JsonConvert.SerializeObject(o, new JsonSerializerSettings { StringEscapeHandling = StringEscapeHandling.EscapeHtml }));
        Text(n, "newtonsoft-ascii", () => JsonConvert.SerializeObject(o, new JsonSerializerSettings { StringEscapeHandling = StringEscapeHandling.EscapeNonAscii }));
        Text(n, "newtonsoft-nonull", () => JsonConvert.SerializeObject(JsonConvert.DeserializeObject<Dictionary<string, object>>(t, new JsonSerializerSettings { DateParseHandling = DateParseHandling.None }).Where(p => p.Value != null).ToDictionary(p => p.Key, p => p.Value)));
        Text(n, "newtonsoft-sorted", () => Sorted(o).ToString(Formatting.None));
        Text(n, "newtonsoft-double", () => JsonConvert.SerializeObject(t));
        Text(n, "javascriptserializer", () => { var j = new JavaScriptSerializer(); return j.Serialize(j.DeserializeObject(t)); });
        Text(n, "dictionary", () => JsonConvert.DeserializeObject<Dictionary<string, object>>(t).ToString());
        Text(n, "pascal-class", () => o.Properties().All(p => new[]{"gameId","username","serverId","roleId"}.Contains(p.Name)) && o.Count == 4 ? JsonConvert.SerializeObject(JsonConvert.DeserializeObject<Session>(t)) : null);
        Text(n, "camel", () => JsonConvert.SerializeObject(o.ToObject<Dictionary<string, object>>(), new JsonSerializerSettings { ContractResolver = new CamelCasePropertyNamesContractResolver() }));
      }
      Out(n, "ascii", "body", () => Encoding.ASCII.GetBytes(t));
      Out(n, "unicode", "body", () => Encoding.Unicode.GetBytes(t));
      Out(n, "latin1", "body", () => Encoding.GetEncoding(28591).GetBytes(t));
      Out(n, "cp1252", "body", () => Encoding.GetEncoding(1252).GetBytes(t));
      Out(n, "length", "body", () => body.Take(t.Length).ToArray());
      Out(n, "preamble", "body", () => Encoding.UTF8.GetPreamble().Concat(body).ToArray());
      Out(n, "unicode-preamble", "body", () => Encoding.Unicode.GetPreamble().Concat(Encoding.Unicode.GetBytes(t)).ToArray());
      Text(n, "escapedata", () => Uri.EscapeDataString(t));
      Text(n, "regex-ws", () => System.Text.RegularExpressions.Regex.Replace(t, "[\n\r\t ]", ""));
      Text(n, "crlf", () => t.Replace("\r\n", "\n").Replace("\n", "\r\n"));
      byte[] h; using (var sha = SHA256.Create()) h = sha.ComputeHash(body);
      byte[] m = scheme == "B" ? body : U.GetBytes(cid + "." + ts + "." + Hex(h)); byte[] d = Mac(secret, m); string s = U.GetString(secret);
      Sig(n, "dashes", () => BitConverter.ToString(d));
      Sig(n, "dashes-lower", () => BitConverter.ToString(d).ToLower());
      Sig(n, "upper", () => BitConverter.ToString(d).Replace("-", ""));
      Sig(n, "base64", () => Convert.ToBase64String(d));
      Sig(n, "x", () => string.Concat(d.Select(x => x.ToString("x"))));
      Sig(n, "key-unicode", () => Hex(Mac(Encoding.Unicode.GetBytes(s), m)));
      Sig(n, "unicode-both", () => scheme == "B" ? Hex(Mac(Encoding.Unicode.GetBytes(s), Encoding.Unicode.GetBytes(t))) : null);
      Sig(n, "sha512", () => { using (var x = new HMACSHA512(secret)) return Hex(x.ComputeHash(m)); });
      Sig(n, "sha1-b64", () => { using (var x = new HMACSHA1(secret)) return Convert.ToBase64String(x.ComputeHash(m)); });
      if (s.Length % 2 == 0 && s.All(Uri.IsHexDigit)) { var k = Enumerable.Range(0, s.Length / 2).Select(i => Convert.ToByte(s.Substring(2 * i, 2), 16)).ToArray();
        Sig(n, "unhex", () => Hex(Mac(k, m))); Sig(n, "unhex-upper", () => BitConverter.ToString(Mac(k, m)).Replace("-", "")); Sig(n, "unhex-base64", () => Convert.ToBase64String(Mac(k, m))); }
      try { var k = Convert.FromBase64String(s); Sig(n, "unbase64", () => Hex(Mac(k, m))); } catch (Exception) {}
      if (scheme == "A") {
        var up = BitConverter.ToString(h).Replace("-", "");
        Sig(n, "inner-upper", () => Hex(Mac(secret, U.GetBytes(cid + "." + ts + "." + up))));
        Sig(n, "both-upper", () => BitConverter.ToString(Mac(secret, U.GetBytes(cid + "." + ts + "." + up))).Replace("-", ""));
        Sig(n, "inner-dashes", () => Hex(Mac(secret, U.GetBytes(cid + "." + ts + "." + BitConverter.ToString(h)))));
        Sig(n, "both-dashes", () => BitConverter.ToString(Mac(secret, U.GetBytes(cid + "." + ts + "." + BitConverter.ToString(h)))));
        Sig(n, "both-base64", () => Convert.ToBase64String(Mac(secret, U.GetBytes(cid + "." + ts + "." + Convert.ToBase64String(h)))));
        Sig(n, "ascii-both-upper", () => { using (var sha = SHA256.Create()) { var x = BitConverter.ToString(sha.ComputeHash(Encoding.ASCII.GetBytes(t))).Replace("-", ""); return BitConverter.ToString(Mac(secret, U.GetBytes(cid + "." + ts + "." + x))).Replace("-", ""); } });
      } else Sig(n, "ascii-upper", () => BitConverter.ToString(Mac(secret, Encoding.ASCII.GetBytes(t))).Replace("-", ""));
    }
    w.Flush();
  }
}
