# Forms of bodies.json by Elixir and Erlang with jiffy: lines of name, causes, number of the body and text in hex.
file = File.read!("bodies.json")
bodies = :jiffy.decode(file)
form = fn name, causes, make ->
  bodies |> Enum.with_index() |> Enum.each(fn {body, at} ->
    try do
      case make.(body) do
        nil -> :ok
        text -> IO.puts(Enum.join([name, causes, at, Base.encode16(IO.iodata_to_binary(text), case: :lower)], "\t"))
      end
    rescue _ -> :ok
    catch _, _ -> :ok
    end
  end)
end
all = [limit: :infinity, printable_limit: :infinity, width: :infinity]
map = fn b -> %{} = :jiffy.decode(b, [:return_maps]) end
nils = fn b -> %{} = :jiffy.decode(b, [:return_maps, :use_nil]) end
props = fn b -> {list} = :jiffy.decode(b); list end
atoms = fn m -> Map.new(m, fn {k, v} -> {String.to_atom(k), v} end) end
form.("inspect map", "body-map-tostring", fn b -> inspect(map.(b), all) end)
form.("inspect map nil", "body-map-tostring", fn b -> inspect(nils.(b), all) end)
form.("inspect pairs", "body-map-tostring", fn b -> inspect(:jiffy.decode(b), all) end)
form.("inspect list", "body-map-tostring", fn b -> inspect(props.(b), all) end)
form.("inspect atoms", "body-map-tostring", fn b -> inspect(atoms.(nils.(b)), all) end)
form.("inspect keyword", "body-map-tostring", fn b -> inspect(Enum.map(props.(b), fn {k, v} -> {String.to_atom(k), v} end), all) end)
form.("inspect to_list", "body-map-tostring", fn b -> inspect(Map.to_list(nils.(b)), all) end)
form.("inspect keyword of map", "body-map-tostring", fn b -> inspect(Enum.map(Map.to_list(nils.(b)), fn {k, v} -> {String.to_atom(k), v} end), all) end)
form.("inspect wide", "body-map-tostring", fn b -> inspect(nils.(b)) end)
form.("~p", "body-map-tostring", fn b -> :io_lib.format("~0p", [map.(b)]) end)
form.("~0p pairs", "body-map-tostring", fn b -> :io_lib.format("~0p", [:jiffy.decode(b)]) end)
form.("~w", "body-map-tostring", fn b -> :io_lib.format("~w", [map.(b)]) end)
form.("inspect text", "body-double-encoded", fn b -> inspect(b, all) end)
form.("jiffy", "body-json-compact", fn b -> :jiffy.encode(:jiffy.decode(b)) end)
form.("jiffy uescape", "body-json-ascii", fn b -> :jiffy.encode(:jiffy.decode(b), [:uescape]) end)
form.("jiffy html", "body-slashes-escaped", fn b -> :jiffy.encode(:jiffy.decode(b), [:escape_forward_slashes]) end)
form.("jiffy pretty", "body-pretty", fn b -> :jiffy.encode(:jiffy.decode(b), [:pretty]) end)
form.("jiffy no null", "body-nulls-dropped", fn b -> :jiffy.encode({Enum.reject(props.(b), fn {_, v} -> v == :null end)}) end)
form.("jiffy no empty", "body-empties-dropped", fn b -> :jiffy.encode({Enum.reject(props.(b), fn {_, v} -> v in [:null, ""] end)}) end)
form.("jiffy sorted", "body-keys-sorted-top", fn b -> :jiffy.encode({Enum.sort(props.(b))}) end)
form.("jiffy twice", "body-double-encoded", fn b -> :jiffy.encode(b) end)
form.("jiffy without last", "body-member-missing", fn b -> :jiffy.encode({Enum.drop(props.(b), -1)}) end)
form.("query", "body-query-sorted", fn b -> URI.encode_query(Enum.sort(props.(b))) end)
form.("query of map", "body-query-sorted", fn b -> URI.encode_query(nils.(b)) end)
form.("kv", "body-query-sorted", fn b -> Enum.map_join(nils.(b), "&", fn {k, v} -> "#{k}=#{v}" end) end)
form.("kv inspect", "body-query-sorted", fn b -> Enum.map_join(nils.(b), "&", fn {k, v} -> "#{k}=#{if is_binary(v), do: v, else: inspect(v, all)}" end) end)
form.("values", "body-values-joined", fn b -> Enum.map_join(props.(b), fn {_, v} -> to_string(v) end) end)
