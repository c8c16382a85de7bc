using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

static class Maker {
  static void Out(string name, int at, Func<string> make) {
    try { Console.WriteLine(name + "\t" + at + "\t" + Convert.ToBase64String(Encoding.UTF8.GetBytes(make()))); }
    catch (Exception) { }
  }
  static void Main(string[] args) {
    var bodies = JsonConvert.DeserializeObject<string[]>(File.ReadAllText(args[0], Encoding.UTF8));
    var noDates = new JsonSerializerSettings { DateParseHandling = DateParseHandling.None };
    var html = new JsonSerializerSettings { StringEscapeHandling = StringEscapeHandling.EscapeHtml };
    var ascii = new JsonSerializerSettings { StringEscapeHandling = StringEscapeHandling.EscapeNonAscii };
    for (var i = 0; i < bodies.Length; i++) {
      var body = bodies[i];
      Func<object> read = () => JsonConvert.DeserializeObject(body, noDates);
      Out("newtonsoft", i, () => JsonConvert.SerializeObject(read()));
      Out("newtonsoft indented", i, () => JsonConvert.SerializeObject(read(), Formatting.Indented));
      Out("newtonsoft html", i, () => JsonConvert.SerializeObject(read(), html));
      Out("newtonsoft ascii", i, () => JsonConvert.SerializeObject(read(), ascii));
      Out("newtonsoft dictionary", i, () => JsonConvert.SerializeObject(JsonConvert.DeserializeObject<Dictionary<string, object>>(body, noDates), new JsonSerializerSettings { NullValueHandling = NullValueHandling.Ignore }));
      var scripts = new System.Web.Script.Serialization.JavaScriptSerializer();
      Out("javascript serializer", i, () => scripts.Serialize(scripts.DeserializeObject(body)));
    }
  }
}
