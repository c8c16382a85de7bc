// C#'s bytes (Mono) of the text of bodies.txt, one body a line, as hex, on stdout. The bodies have no line ends.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text;

class Texts {
    static void Main() {
        var forms = new List<KeyValuePair<string, Func<string, byte[]>>>();
        Action<string, Func<string, byte[]>> add = (n, f) => forms.Add(new KeyValuePair<string, Func<string, byte[]>>(n, f));
        add("ASCII", t => Encoding.ASCII.GetBytes(t));
        add("iso-8859-1", t => Encoding.GetEncoding("iso-8859-1").GetBytes(t));
        add("1252", t => Encoding.GetEncoding(1252).GetBytes(t));
        add("Unicode", t => Encoding.Unicode.GetBytes(t));
        add("BigEndianUnicode", t => Encoding.BigEndianUnicode.GetBytes(t));
        add("UTF32", t => Encoding.UTF32.GetBytes(t));
        add("EscapeDataString", t => Encoding.UTF8.GetBytes(Uri.EscapeDataString(t)));
        add("HttpUtility.UrlEncode", t => Encoding.UTF8.GetBytes(System.Web.HttpUtility.UrlEncode(t)));
        add("WebUtility.UrlEncode", t => Encoding.UTF8.GetBytes(System.Net.WebUtility.UrlEncode(t)));
        add("base64 lines", t => Encoding.UTF8.GetBytes(Convert.ToBase64String(Encoding.UTF8.GetBytes(t), Base64FormattingOptions.InsertLineBreaks)));
        add("StreamWriter", t => { var m = new MemoryStream(); using (var w = new StreamWriter(m, Encoding.UTF8)) w.Write(t); return m.ToArray(); });
        add("first Length bytes", t => Encoding.UTF8.GetBytes(t).Take(t.Length).ToArray());
        var lines = File.ReadAllLines("bodies.txt", new UTF8Encoding(false));
        Console.WriteLine("{");
        Console.WriteLine(string.Join(",\n", forms.Select(f => " \"" + f.Key + "\": [" + string.Join(", ", lines.Select(l => "\"" + BitConverter.ToString(f.Value(l)).Replace("-", "").ToLower() + "\"")) + "]")));
        Console.WriteLine("}");
    }
}
