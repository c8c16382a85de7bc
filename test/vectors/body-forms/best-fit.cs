using System; using System.Text;
class P { static void Main(){
 foreach (var name in new object[]{"iso-8859-1", 1252, 20127}) {
  Encoding e = name is int ? Encoding.GetEncoding((int)name) : Encoding.GetEncoding((string)name);
  Console.WriteLine("# "+name+" "+e.GetType()+" "+e.EncoderFallback);
  var sb=new StringBuilder();
  for(int c=0x80;c<0x10000;c++){ if(c>=0xd800&&c<0xe000) continue; var b=e.GetBytes(((char)c).ToString()); if(b.Length!=1||b[0]!=63) sb.AppendFormat("{0:x4}:{1} ",c,BitConverter.ToString(b)); }
  Console.WriteLine(sb);
  Console.WriteLine(BitConverter.ToString(e.GetBytes("a\U0001F3AEb\u1EBF")));
 }}}
