import { dotnet } from './dotnet.js';

// For dedicated servers: a player build must never hold the secret.
export const unity = dotnet({
  serialise: `byte[] body = Encoding.UTF8.GetBytes(JsonUtility.ToJson(payload));`,
  send: `request.uploadHandler = new UploadHandlerRaw(body); // not UnityWebRequest.Post with a string`,
  header: (name, value) => `request.SetRequestHeader("${name}", ${value});`,
  contentType: `request.SetRequestHeader("Content-Type", "application/json");`,
  log: `Debug.Log(secret.Length + " " + fingerprint);`,
});
