import { dotnet } from './dotnet.js';

export const csharp = dotnet({
  serialise: `byte[] body = JsonSerializer.SerializeToUtf8Bytes(payload);`,
  send: `request.Content = new ByteArrayContent(body); // not PostAsJsonAsync`,
  header: (name, value) => `request.Headers.Add("${name}", ${value});`,
  contentType: `request.Content.Headers.ContentType = new MediaTypeHeaderValue("application/json");`,
  log: `Console.Error.WriteLine(secret.Length + " " + fingerprint);`,
});
