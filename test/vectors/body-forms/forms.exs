# Elixir's and Erlang's forms of bodies.json, into elixir.json. Run with the path of jiffy: elixir -pa /usr/lib/erlang/lib/jiffy-*/ebin forms.exs
bodies = :jiffy.decode(File.read!("bodies.json"), [:return_maps])

proplist = fn decode, value ->
  case value do
    {members} -> Enum.map(members, fn {k, v} -> {k, decode.(decode, v)} end)
    list when is_list(list) -> Enum.map(list, &decode.(decode, &1))
    :null -> nil
    other -> other
  end
end

nils = fn nils, value ->
  case value do
    map when is_map(map) -> Map.new(map, fn {k, v} -> {k, nils.(nils, v)} end)
    list when is_list(list) -> Enum.map(list, &nils.(nils, &1))
    :null -> nil
    other -> other
  end
end

atoms = fn atoms, value ->
  case value do
    map when is_map(map) -> Map.new(map, fn {k, v} -> {String.to_atom(k), atoms.(atoms, v)} end)
    list when is_list(list) -> Enum.map(list, &atoms.(atoms, &1))
    other -> other
  end
end

makers = [
  {"inspect map", fn map, _ -> inspect(map) end},
  {"inspect atoms", fn map, _ -> inspect(atoms.(atoms, map)) end},
  {"inspect list", fn _, ej -> inspect(proplist.(proplist, ej)) end},
  {"inspect ejson", fn _, ej -> inspect(ej) end},
  {"inspect string", fn _, _ -> nil end},
  {"erlang ~p", fn _, ej -> to_string(:io_lib.format("~p", [ej])) end},
  {"erlang ~0p map", fn map, _ -> to_string(:io_lib.format("~0p", [map])) end},
  {"erlang ~w map", fn map, _ -> to_string(:io_lib.format("~w", [map])) end},
  {"encode_query",
   fn map, _ ->
     if is_map(map) and Enum.all?(map, fn {_, v} -> not is_list(v) and not is_map(v) end), do: URI.encode_query(map)
   end},
  {"k=v", fn map, _ ->
     if is_map(map) and Enum.all?(map, fn {_, v} -> not is_list(v) and not is_map(v) end), do: Enum.map_join(map, "&", fn {k, v} -> "#{k}=#{v}" end)
   end}
]

forms =
  Map.new(makers, fn {name, make} ->
    {name,
     Enum.map(bodies, fn body ->
       map = nils.(nils, :jiffy.decode(body, [:return_maps]))
       case name do
         "inspect string" -> inspect(body)
         _ -> make.(map, :jiffy.decode(body)) || :null
       end
     end)}
  end)

File.write!("elixir.json", :jiffy.encode(forms, [:pretty, :force_utf8]))
