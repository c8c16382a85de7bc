#!/usr/bin/env python3
"""Writes bodies.json: the request bodies that every script of this folder prints in its language's forms."""
import json

bodies = [
    r'{"gameId":"demo","username":"player-42","serverId":"eu-1","roleId":"mage"}',
    r'{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"ab+c/d=="}',
    r'{"b":null,"a":true,"d":false,"c":"","e":0,"f":"0"}',
    r'{"price":4.99,"qty":1.0,"rate":2.50,"big":12345678901234567890,"neg":-0.5,"zero":0.0}',
    r'{"n":[1,2,3],"o":{"x":"y","z":[{"k":"v"},null]},"e":{},"l":[],"s":["a","b"]}',
    r'{"name":"Rương Báu","emoji":"🎮","jp":"プレイヤー"}',
    r'''{"q":"it's","dq":"say \"hi\"","both":"it's \"x\"","bs":"a\\b","nl":"line\nnext\ttab","ctl":"\u0001\u001b\u007f\u0085"}''',
    r'{"z":1,"a":2,"M":3,"10":4,"9":5,"_":6,"ab":7,"a_":8}',
    r'''{"url":"https://x.y/a?b=c&d=e f","html":"<b>&amp;</b>","pct":"100%","star":"*~!'()","at":"a@b:c,d;e$f[g]"}''',
    r'{"e1":1e10,"e2":1e16,"e3":1.5e-7,"e4":1e21,"e5":123456789.125,"e6":0.0001,"e7":0.00001,"e8":100000.0,"e9":1e22,"e10":1234567890123456.7,"e11":1e15,"e12":0.1,"e13":1e7,"e14":1e6}',
    r'[1,"a",{"b":2,"a":1.5},null,true]',
    r'{"#":"#{x}","hash":"#$y","key with space":"v w","ключ":"я","a-b":1,"1a":2,"ok?":3,"Cap":4}',
    r'{"i":9007199254740993,"j":-1,"k":0,"l":4611686018427387905}',
    r'{"data":{"user":{"id":7,"tags":["a","b"],"ok":true,"none":null,"f":1.5,"e":{}}},"sign":"ff"}',
    r'{"orderId":"GPA.1","packageName":"com.x","productId":"p","purchaseTime":1700000000,"purchaseState":0,"purchaseToken":"tok","quantity":1,"acknowledged":false,"obfuscatedAccountId":"u","developerPayload":"","regionCode":"VN","priceMicros":4990000,"currency":"VND","signature":"sg","serverId":"s","roleId":"r"}',
    r'{"zw":"a\u200bb","nbsp":"a\u00a0b","ls":"a\u2028b","nfd":"e\u0301","soft":"\u00ad","bom":"\ufeff","pua":"\ue000","astral":"𝒳"}',
]
for body in bodies:
    json.loads(body)
with open("bodies.json", "w", encoding="utf-8") as out:
    json.dump(bodies, out, ensure_ascii=False, indent=2)
    out.write("\n")
