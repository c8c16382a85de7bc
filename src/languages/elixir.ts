import { snakeCase } from './names.js';
import type { Language } from './language.js';

export const elixir: Language = {
  alsoCalled: ['ex', 'exs', 'erlang', 'phoenix'],
  userAgent: /^(?:req|hackney|mint)\//,
  comment: '#',
  pieces: {
    names: snakeCase,
    payload: `body = JSON.encode!(payload)`,
    text: `body = text # an Elixir string is bytes: UTF-8 already`,
    file: `body = File.read!("body.json") # no String.trim`,
    nothing: `body = ""`,
    send: `:httpc.request(:post, {url, headers, ~c"application/json", body}, [], [])`,
    bodyHash: `body_hash = Base.encode16(:crypto.hash(:sha256, body), case: :lower)`,
    bodyHex: `body_hex = Base.encode16(body, case: :lower)`,
    message: `message = Enum.join([client_id, timestamp, body_hash], ".")`,
    signed: { gateway: 'message', session: 'body' },
    hmac: (data) => `signature = Base.encode16(:crypto.mac(:hmac, :sha256, secret, ${data}), case: :lower)`,
    readSecret: (variable) => `secret = String.trim(System.fetch_env!("${variable}"))
if secret == "" or String.starts_with?(secret, ["\\"", "'"]), do: raise("${variable} is empty or in quotes")`,
    fingerprint: `fingerprint = binary_part(Base.encode16(:crypto.hash(:sha256, secret), case: :lower), 0, 12)
IO.puts(:stderr, "#{String.length(secret)} #{fingerprint}") # never the secret itself`,
    print: (label, value) => `IO.puts(:stderr, "${label}: #{${value}}")`,
    order: `# :crypto.mac(:hmac, digest, key, data)`,
    timestamp: `timestamp = Integer.to_string(System.os_time(:second))`,
    clientId: `client_id = String.trim(System.fetch_env!("CLIENT_ID"))`,
    header: (name, value) => `headers = [{~c"${name}", String.to_charlist(${value})} | headers]`,
    contentType: `headers = [] # Content-Type is an argument of its own`,
  },
  program: `# Elixir 1.18 or later, nothing else: elixir «interface».exs «usage»
defmodule «Interface» do
G|  # The headers for a body. The timestamp is Unix seconds; header and message need the same text.
G|  def sign(body, timestamp \\\\ System.os_time(:second)) do
G|    client_id = required("PVG_CLIENT_ID")
G|    message = "#{client_id}.#{timestamp}.#{hex(:crypto.hash(:sha256, body))}"
G|    signature = hex(:crypto.mac(:hmac, :sha256, required("PVG_CLIENT_SECRET"), message))
G|    %{"X-Client-ID" => client_id, "X-Timestamp" => "#{timestamp}", "X-Signature" => signature}
G|  end
S|  # The headers for a body.
S|  def sign(body) do
S|    %{"X-Signature" => hex(:crypto.mac(:hmac, :sha256, required("PVG_SECRET_KEY"), body))}
S|  end

  defp hex(bytes), do: Base.encode16(bytes, case: :lower)

  defp required(name) do
    if System.get_env(name, "") == "", do: raise("#{name} is not set"), else: System.get_env(name)
  end

  # Status (0: no answer), answer, attempts. After 5xx or a lost answer it waits and signs again.
  defp post(path, fields) do
    # Sign and send this same string; never encode again, the key order is not fixed.
    body = JSON.encode!(fields)
    url = String.replace_suffix(required("PVG_«INTERFACE»_URL"), "/", "") <> path
    for app <- [:inets, :ssl], do: {:ok, _} = Application.ensure_all_started(app)
    attempt(url, body, 1)
  end

  defp attempt(url, body, attempts) do
    {status, answer} = send_once(url, body)

    if status in 1..499 or attempts == 4 do
      {status, answer, attempts}
    else
      Process.sleep(round(100 * 2 ** attempts * (0.5 + :rand.uniform() / 2)))
      attempt(url, body, attempts + 1)
    end
  end

  defp send_once(url, body) do
    headers = for {name, value} <- sign(body), do: {to_charlist(name), to_charlist(value)}
    content_type = ~c"application/json"
    request = {url, headers, content_type, body}
    options = [timeout: 10_000, autoredirect: false, ssl: :httpc.ssl_verify_host_options(true)]

    case :httpc.request(:post, request, options, body_format: :binary) do
      {:ok, {{_version, status, _reason}, _headers, answer}} -> {status, answer}
      {:error, _reason} -> {0, ""}
    end
  end

  # The members of an answer; none if it is not a JSON object.
  defp members(text) do
    case JSON.decode(text) do
      {:ok, answer} when is_map(answer) -> answer
      _ -> %{}
    end
  end

G|  def lookup(words), do: post("/iap/gateway/lookup-receipt", purchase(words))
G|
G|  defp purchase([product_id, package, receipt]) do
G|    %{os_id: 1, product_id: product_id, package: package, receipt: receipt}
G|  end
G|
G|  # Only success: true allows a grant. 409 (recorded before, maybe by a lost answer) never does.
G|  # Returns :ok if it granted the purchase, or why not.
G|  def verify(words) do
G|    {status, text, attempts} = post("/iap/gateway/verify", purchase(words))
G|    answer = members(text)
G|
G|    if status == 200 and answer["success"] == true do
G|      grant(answer["transaction_id"])
G|    else
G|      unknown? = status in [0, 200] or (status == 409 and attempts > 1)
G|      problem = "#{status} #{answer["error"] || "without an error code"}"
G|      {:error, if(unknown?, do: "#{problem}: the outcome is unknown: look it up", else: problem)}
G|    end
G|  end
G|
G|  # Give the item here: insert the transaction id under a unique key, and give nothing if it is there already.
G|  def grant(transaction_id), do: IO.puts("granted #{transaction_id}")
S|  # Only xmdtCompleted of this answer says whether the player is verified, never the device.
S|  # Returns status, answer, and xmdtCompleted: nil if the answer does not say.
S|  def session(game_id, username) do
S|    {status, answer, _attempts} = post("/xmdt/session", %{gameId: game_id, username: username})
S|    completed = members(answer)["xmdtCompleted"]
S|    {status, answer, if(status == 200 and is_boolean(completed), do: completed)}
S|  end

  def main(["sign"]) do
    :ok = :io.setopts(:standard_io, encoding: :latin1)
    body = with :eof <- IO.binread(:stdio, :eof), do: ""
G|    timestamp = System.get_env("PVG_TIMESTAMP", "#{System.os_time(:second)}")
G|    IO.puts(sign(body, timestamp)["X-Signature"])
S|    IO.puts(sign(body)["X-Signature"])
  end

G|  def main(["verify" | words]) do
G|    with {:error, problem} <- verify(words) do
G|      IO.puts(:stderr, "not granted: #{problem}")
G|      System.halt(1)
G|    end
G|  end
G|
G|  def main(["lookup" | words]) do
G|    {status, answer, _attempts} = lookup(words)
G|    IO.puts("#{status} #{answer}")
G|    if status != 200, do: System.halt(1)
G|  end
S|  def main(["session", game_id, username]) do
S|    {status, answer, completed} = session(game_id, username)
S|    IO.puts("#{status} #{answer}")
S|    if completed == nil, do: System.halt(1)
S|  end
end

if System.argv() != [], do: «Interface».main(System.argv())
`,
};
