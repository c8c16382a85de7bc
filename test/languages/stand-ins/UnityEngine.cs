// What the Unity fixes call of the engine, for a compiler without it: names and types only.
namespace UnityEngine
{
    public static class JsonUtility
    {
        public static string ToJson(object value) => "{\"a\":\"b\"}";
    }

    public static class Debug
    {
        public static void Log(object message) => System.Console.Error.WriteLine(message);
    }
}

namespace UnityEngine.Networking
{
    public class UploadHandlerRaw
    {
        public UploadHandlerRaw(byte[] data) { }
    }

    public class UnityWebRequest
    {
        public UploadHandlerRaw uploadHandler;
        public void SetRequestHeader(string name, string value) { }
    }
}
