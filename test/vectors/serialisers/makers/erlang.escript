#!/usr/bin/env escript
%% -*- coding: utf-8 -*-
out(Name, At, Text) ->
    io:format("~s\t~b\t~s~n", [Name, At, base64:encode(iolist_to_binary(Text))]).
attempt(Name, At, Make) -> try out(Name, At, Make()) catch _:_ -> ok end.
main([File]) ->
    {ok, Text} = file:read_file(File),
    Bodies = jiffy:decode(Text),
    lists:foldl(fun(Body, At) ->
        attempt("jiffy", At, fun() -> jiffy:encode(jiffy:decode(Body)) end),
        attempt("jiffy map", At, fun() -> jiffy:encode(jiffy:decode(Body, [return_maps])) end),
        attempt("jiffy uescape", At, fun() -> jiffy:encode(jiffy:decode(Body), [uescape]) end),
        attempt("jiffy slashes", At, fun() -> jiffy:encode(jiffy:decode(Body), [escape_forward_slashes]) end),
        attempt("jiffy pretty", At, fun() -> jiffy:encode(jiffy:decode(Body), [pretty]) end),
        At + 1
    end, 0, Bodies).
