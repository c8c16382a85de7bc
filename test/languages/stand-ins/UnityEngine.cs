// What the Unity signers call of the engine, for a compiler without it: a request blocks, and coroutines run one by one.
using System.Collections;
using System.IO;
using System.Net;
using System.Text;

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

    public static class Random
    {
        public static float Range(float least, float most) => (least + most) / 2;
    }

    public class WaitForSecondsRealtime
    {
        public readonly int Milliseconds;
        public WaitForSecondsRealtime(float seconds) { Milliseconds = (int)(seconds * 1000); }
    }

    public static class Coroutine
    {
        public static void Run(IEnumerator steps)
        {
            while (steps.MoveNext())
            {
                if (steps.Current is IEnumerator inner) Run(inner);
                if (steps.Current is WaitForSecondsRealtime wait) System.Threading.Thread.Sleep(wait.Milliseconds);
            }
        }
    }
}

namespace UnityEngine.Networking
{
    public class UploadHandlerRaw
    {
        public readonly byte[] data;
        public UploadHandlerRaw(byte[] data) { this.data = data; }
    }

    public class DownloadHandlerBuffer
    {
        public string text = "";
    }

    public class UnityWebRequest : System.IDisposable
    {
        public const string kHttpVerbPOST = "POST";
        public enum Result { InProgress, Success, ConnectionError, ProtocolError, DataProcessingError }
        public UploadHandlerRaw uploadHandler;
        public DownloadHandlerBuffer downloadHandler;
        public int timeout, redirectLimit;
        public long responseCode;
        public Result result;
        readonly HttpWebRequest request;

        public UnityWebRequest(string url = "http://127.0.0.1/", string method = kHttpVerbPOST)
        {
            request = WebRequest.CreateHttp(url);
            request.Method = method;
            request.KeepAlive = false;
            request.AllowAutoRedirect = false;
        }

        public void SetRequestHeader(string name, string value)
        {
            if (name == "Content-Type") request.ContentType = value;
            else request.Headers[name] = value;
        }

        public object SendWebRequest()
        {
            result = Result.Success;
            try
            {
                request.Timeout = timeout * 1000;
                using (var body = request.GetRequestStream()) body.Write(uploadHandler.data, 0, uploadHandler.data.Length);
                Read((HttpWebResponse)request.GetResponse());
            }
            catch (WebException problem) when (problem.Response != null)
            {
                result = Result.ProtocolError;
                Read((HttpWebResponse)problem.Response);
            }
            catch (System.Exception)
            {
                result = Result.ConnectionError;
            }
            return null;
        }

        void Read(HttpWebResponse response)
        {
            responseCode = (int)response.StatusCode;
            using (var reader = new StreamReader(response.GetResponseStream(), Encoding.UTF8))
                downloadHandler.text = reader.ReadToEnd();
        }

        public void Dispose() { }
    }
}
