// Mono has no System.Text.Json: the one method that the C# snippets call, over Mono's own serialiser.
namespace System.Text.Json
{
    public static class JsonSerializer
    {
        public static byte[] SerializeToUtf8Bytes<T>(T value) =>
            Encoding.UTF8.GetBytes(new System.Web.Script.Serialization.JavaScriptSerializer().Serialize(value));
    }
}
