# Erlang and Elixir with jiffy.
:code.add_pathsa(Path.wildcard("/usr/lib/erlang/lib/jiffy-*/ebin") |> Enum.map(&String.to_charlist/1))
defmodule S do
  def out(n, form, kind, f) do
    try do
      case f.() do
        nil -> :ok
        b -> IO.binwrite([n, "\tex.", form, "\t", kind, "\t", Base.encode64(IO.iodata_to_binary(b)), "\n"])
      end
    rescue _ -> :ok
    catch _, _ -> :ok
    end
  end
  def mac(k, m), do: :crypto.mac(:hmac, :sha256, k, m)
end
Enum.each(IO.binstream(:stdio, :line), fn line ->
  [n, b, s, cid, ts, scheme] = line |> String.trim_trailing("\n") |> String.split("\t")
  body = Base.decode64!(b); secret = Base.decode64!(s)
  props = try do :jiffy.decode(body) catch _, _ -> nil end
  map = try do :jiffy.decode(body, [:return_maps]) catch _, _ -> nil end
  if is_tuple(props) and map_size(map) > 0 do
    S.out(n, "jiffy", "body", fn -> :jiffy.encode(props) end)
    S.out(n, "jiffy-map", "body", fn -> if map_size(map) <= 32, do: :jiffy.encode(map) end)
    S.out(n, "jiffy-pretty", "body", fn -> :jiffy.encode(props, [:pretty]) end)
    S.out(n, "jiffy-uescape", "body", fn -> :jiffy.encode(props, [:uescape]) end)
    S.out(n, "jiffy-slashes", "body", fn -> :jiffy.encode(props, [:escape_forward_slashes]) end)
    S.out(n, "inspect", "body", fn -> inspect(map, limit: :infinity, printable_limit: :infinity) end)
    S.out(n, "inspect-list", "body", fn -> inspect(elem(props, 0), limit: :infinity, printable_limit: :infinity) end)
    S.out(n, "query", "body", fn -> URI.encode_query(map) end)
  end
  m = if scheme == "B", do: body, else: "#{cid}.#{ts}.#{Base.encode16(:crypto.hash(:sha256, body), case: :lower)}"
  d = S.mac(secret, m)
  S.out(n, "encode16", "sig", fn -> Base.encode16(d) end)
  S.out(n, "encode64", "sig", fn -> Base.encode64(d) end)
  S.out(n, "url64", "sig", fn -> Base.url_encode64(d, padding: false) end)
  S.out(n, "integer_to_list", "sig", fn -> Enum.map(:binary.bin_to_list(d), &:erlang.integer_to_list(&1, 16)) end)
  S.out(n, "swapped", "sig", fn -> Base.encode16(S.mac(m, secret), case: :lower) end)
  S.out(n, "nil-key", "sig", fn -> Base.encode16(S.mac("#{nil}", m), case: :lower) end)
  if scheme == "A" do
    h = :crypto.hash(:sha256, body)
    S.out(n, "inner16", "sig", fn -> Base.encode16(S.mac(secret, "#{cid}.#{ts}.#{Base.encode16(h)}"), case: :lower) end)
    S.out(n, "both16", "sig", fn -> Base.encode16(S.mac(secret, "#{cid}.#{ts}.#{Base.encode16(h)}")) end)
    S.out(n, "iso", "sig", fn -> Base.encode16(S.mac(secret, "#{cid}.#{DateTime.to_iso8601(DateTime.from_unix!(String.to_integer(ts)))}.#{Base.encode16(h, case: :lower)}"), case: :lower) end)
  end
end)
