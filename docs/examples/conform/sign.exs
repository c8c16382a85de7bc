# sign.exs: pvg conform -- mix run --no-start sign.exs
:ok = :io.setopts(:standard_io, encoding: :latin1)
body = case IO.binread(:stdio, :eof) do
  :eof -> ""
  bytes -> bytes
end
secret = System.fetch_env!("PVG_SECRET")

IO.puts(
  if System.fetch_env!("PVG_INTERFACE") == "gateway",
    do: MyGame.Signing.gateway(System.fetch_env!("PVG_CLIENT_ID"), secret, System.fetch_env!("PVG_TIMESTAMP"), body),
    else: MyGame.Signing.session(secret, body)
)
