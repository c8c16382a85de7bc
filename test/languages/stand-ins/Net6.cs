// What the C# signer uses of .NET 6 and Mono has not: System.Text.Json, over Mono's own serialiser, and four static
// members. A class outside every namespace goes before those of `using`.
using System.Collections.Generic;
using System.Web.Script.Serialization;

static class Convert
{
    public static string ToHexString(byte[] bytes) => System.BitConverter.ToString(bytes).Replace("-", "");
}

static class Random
{
    public static readonly System.Random Shared = new System.Random();
}

static class SHA256
{
    public static byte[] HashData(byte[] data) => System.Security.Cryptography.SHA256.Create().ComputeHash(data);
}

static class HMACSHA256
{
    public static byte[] HashData(byte[] key, byte[] data) =>
        new System.Security.Cryptography.HMACSHA256(key).ComputeHash(data);
}

namespace System.Text.Json
{
    public static class JsonSerializer
    {
        public static byte[] SerializeToUtf8Bytes<T>(T value) =>
            Encoding.UTF8.GetBytes(new JavaScriptSerializer().Serialize(value));
        public static T Deserialize<T>(string text)
        {
            try
            {
                return (T)(object)new JsonElement(new JavaScriptSerializer().DeserializeObject(text));
            }
            catch (Exception)
            {
                throw new JsonException();
            }
        }
    }

    public enum JsonValueKind { Undefined, Object, String, True, False, Other }

    public class JsonException : Exception { }

    public struct JsonElement
    {
        readonly object value;
        public JsonElement(object value) { this.value = value; }
        public JsonValueKind ValueKind =>
            value is Dictionary<string, object> ? JsonValueKind.Object
            : value is string ? JsonValueKind.String
            : Equals(value, true) ? JsonValueKind.True
            : Equals(value, false) ? JsonValueKind.False
            : JsonValueKind.Other;
        public bool TryGetProperty(string name, out JsonElement property)
        {
            object found = null;
            var has = value is Dictionary<string, object> members && members.TryGetValue(name, out found);
            property = new JsonElement(found);
            return has;
        }
        public JsonElement GetProperty(string name) =>
            TryGetProperty(name, out var property) ? property : throw new KeyNotFoundException(name);
        public string GetString() => (string)value;
        public override string ToString() => value?.ToString() ?? "";
    }
}
