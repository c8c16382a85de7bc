// Forms of bodies.json by Newtonsoft.Json, JavaScriptSerializer and .NET (mono).
using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Web;
using System.Web.Script.Serialization;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;
using Newtonsoft.Json.Serialization;

static class Forms {
  static string[] bodies;
  static Dictionary<string, object> forms = new Dictionary<string, object>();
  static void Form(string name, string causes, Func<string, string> make) {
    var rows = bodies.Select(b => { try { return make(b); } catch (Exception) { return null; } }).ToArray();
    forms[name] = new { causes, rows };
  }
  static JToken Sort(JToken t) {
    if (t is JObject o) return new JObject(o.Properties().OrderBy(p => p.Name, StringComparer.Ordinal).Select(p => new JProperty(p.Name, Sort(p.Value))));
    if (t is JArray a) return new JArray(a.Select(Sort));
    return t;
  }
  static JToken Without(JToken t, Func<JToken, bool> gone) {
    if (t is JObject o) return new JObject(o.Properties().Where(p => !gone(p.Value)).Select(p => new JProperty(p.Name, Without(p.Value, gone))));
    if (t is JArray a) return new JArray(a.Select(x => Without(x, gone)));
    return t;
  }
  static string Text(JToken t) { return t.Type == JTokenType.String ? (string) t : t is JContainer ? t.ToString(Formatting.None) : Convert.ToString(((JValue) t).Value, CultureInfo.InvariantCulture); }
  static bool Empty(JToken t) { return t.Type == JTokenType.Null || (t.Type == JTokenType.String && (string) t == ""); }
  static void Main() {
    bodies = JsonConvert.DeserializeObject<string[]>(File.ReadAllText("bodies.json"));
    Form("newtonsoft", "body-json-compact", b => JToken.Parse(b).ToString(Formatting.None));
    Form("newtonsoft dictionary", "body-json-compact", b => JsonConvert.SerializeObject(JsonConvert.DeserializeObject<Dictionary<string, object>>(b)));
    Form("newtonsoft decimal", "body-json-compact", b => JsonConvert.SerializeObject(JsonConvert.DeserializeObject(b, new JsonSerializerSettings { FloatParseHandling = FloatParseHandling.Decimal })));
    Form("newtonsoft indented", "body-pretty", b => JToken.Parse(b).ToString());
    Form("newtonsoft indented crlf", "body-pretty", b => JToken.Parse(b).ToString().Replace("\n", "\r\n"));
    foreach (var n in new[] { 1, 4 }) Form("newtonsoft indent " + n, "body-pretty", b => { var w = new StringWriter(); w.NewLine = "\n"; var j = new JsonTextWriter(w) { Formatting = Formatting.Indented, Indentation = n }; JToken.Parse(b).WriteTo(j); return w.ToString(); });
    Form("newtonsoft indent tab", "body-pretty", b => { var w = new StringWriter(); w.NewLine = "\n"; var j = new JsonTextWriter(w) { Formatting = Formatting.Indented, Indentation = 1, IndentChar = '\t' }; JToken.Parse(b).WriteTo(j); return w.ToString(); });
    Form("newtonsoft html", "body-html-escaped", b => JsonConvert.SerializeObject(JToken.Parse(b), new JsonSerializerSettings { StringEscapeHandling = StringEscapeHandling.EscapeHtml }));
    Form("newtonsoft ascii", "body-json-ascii", b => JsonConvert.SerializeObject(JToken.Parse(b), new JsonSerializerSettings { StringEscapeHandling = StringEscapeHandling.EscapeNonAscii }));
    Form("newtonsoft sorted", "body-keys-sorted", b => Sort(JToken.Parse(b)).ToString(Formatting.None));
    Form("newtonsoft sorted indented", "body-keys-sorted body-pretty", b => Sort(JToken.Parse(b)).ToString());
    Form("sorted dictionary", "body-keys-sorted-top", b => JsonConvert.SerializeObject(new SortedDictionary<string, object>(JsonConvert.DeserializeObject<Dictionary<string, object>>(b), StringComparer.Ordinal)));
    Form("no null", "body-nulls-dropped", b => Without(JToken.Parse(b), t => t.Type == JTokenType.Null).ToString(Formatting.None));
    Form("no empty", "body-empties-dropped", b => Without(JToken.Parse(b), Empty).ToString(Formatting.None));
    Form("twice", "body-double-encoded", b => JsonConvert.SerializeObject(b));
    Form("twice of parsed", "body-double-encoded", b => JsonConvert.SerializeObject(JToken.Parse(b).ToString(Formatting.None)));
    Form("javascript serializer", "body-html-escaped", b => new JavaScriptSerializer().Serialize(new JavaScriptSerializer().DeserializeObject(b)));
    Form("javascript serializer twice", "body-double-encoded", b => new JavaScriptSerializer().Serialize(b));
    Form("encode", "body-html-escaped", b => HttpUtility.HtmlEncode(b));
    Form("web utility html", "body-html-escaped", b => WebUtility.HtmlEncode(b));
    Form("javascript string", "body-double-encoded", b => HttpUtility.JavaScriptStringEncode(b));
    Form("escape uri", "body-urlencoded-whole", b => Uri.EscapeDataString(b));
    Form("kv", "body-query-sorted", b => string.Join("&", ((JObject) JToken.Parse(b)).Properties().OrderBy(p => p.Name, StringComparer.Ordinal).Select(p => p.Name + "=" + Text(p.Value))));
    Form("kv ordinary order", "body-query-sorted", b => string.Join("&", ((JObject) JToken.Parse(b)).Properties().OrderBy(p => p.Name.ToLowerInvariant(), StringComparer.Ordinal).Select(p => p.Name + "=" + Text(p.Value))));
    Form("kv not empty", "body-query-sorted", b => string.Join("&", ((JObject) JToken.Parse(b)).Properties().Where(p => !Empty(p.Value)).OrderBy(p => p.Name, StringComparer.Ordinal).Select(p => p.Name + "=" + Text(p.Value))));
    Form("kv of tokens", "body-query-sorted", b => string.Join("&", ((JObject) JToken.Parse(b)).Properties().OrderBy(p => p.Name, StringComparer.Ordinal).Where(p => !(p.Value is JContainer)).Select(p => p.Name + "=" + p.Value)));
    Form("kv escaped", "body-query-sorted", b => string.Join("&", ((JObject) JToken.Parse(b)).Properties().OrderBy(p => p.Name, StringComparer.Ordinal).Select(p => p.Name + "=" + Uri.EscapeDataString(Text(p.Value)))));
    Form("kv url encode", "body-query-sorted", b => string.Join("&", ((JObject) JToken.Parse(b)).Properties().OrderBy(p => p.Name, StringComparer.Ordinal).Select(p => p.Name + "=" + HttpUtility.UrlEncode(Text(p.Value)))));
    Form("values", "body-values-joined", b => string.Concat(((JObject) JToken.Parse(b)).Properties().Select(p => Text(p.Value))));
    Form("without last", "body-member-missing", b => { var o = (JObject) JToken.Parse(b); o.Last.Remove(); return o.ToString(Formatting.None); });
    Console.Write(JsonConvert.SerializeObject(forms, Formatting.Indented));
  }
}
