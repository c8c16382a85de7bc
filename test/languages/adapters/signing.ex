defmodule MyGame.Signing do
  def session(secret, body), do: hex(:crypto.mac(:hmac, :sha256, secret, body))

  def gateway(client_id, secret, timestamp, body) do
    session(secret, "#{client_id}.#{timestamp}.#{hex(:crypto.hash(:sha256, body))}")
  end

  defp hex(bytes), do: Base.encode16(bytes, case: :lower)
end
