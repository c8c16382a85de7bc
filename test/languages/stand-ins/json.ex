# Elixir 1.18's JSON, as far as the signers use it.
defmodule JSON do
  def encode!(value), do: IO.iodata_to_binary(:jiffy.encode(value))

  def decode(text) do
    {:ok, :jiffy.decode(text, [:return_maps])}
  catch
    :error, reason -> {:error, reason}
  end
end
