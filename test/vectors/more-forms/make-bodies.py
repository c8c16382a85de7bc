"""The bodies of this folder: each shows what encoders do not agree on."""
import json

bodies = [
    '{"os_id":1,"product_id":"gem_100","package":"com.a","price":4.99,"qty":1,"vip":true}',
    '{"name":"Ngọc 😀👍🏽","sep":"a\u2028b\u2029c","del":"x\u007fy\u0085z\u00a0","combining":"e\u0301\u200d\ufeff","zh":"宝箱"}',
    '{"one":1.0,"big":1e21,"tiny":1e-7,"tenth":0.1,"neg":-0.0,"price":2.50,"huge":1.5e300,"hundred":100.0,"small":0.00001,"long":123456789.125}',
    '{"id":12345678901234567890,"n":9007199254740993,"zero":0,"t":1700000000123,"minus":-42,"float":12345678.0}',
    '{"a":{},"b":[],"c":{"d":{},"e":[[]],"f":[{}]},"g":null,"h":"","i":false,"j":0,"k":[null,1,"",false],"l":"0","m":" ","n":"x","o":0.0}',
    '{"url":"https://a.b/c?x=1&y=2","html":"<b>\'q\' \\"z\\"</b>","plus":"a+b=c;d","tick":"`$!*~"}',
    '{"s":"a\\u0001b\\b\\f\\n\\r\\t\\u001f\\\\x","t":"tab\\tend","nul":"x\\u0000y"}',
    '{"a":1,"b":2,"a":3}',
    '{"gameId":"g","user_name":"u","ServerID":7,"10":"x","9":"y","HTTPCode":200,"x1":1,"is_VIP":true,"zone":{"roleName":"r","role_level":2}}',
    '[{"id":1,"v":"x"},{"id":2.5,"v":null}]',
    '{"receipt":"' + 'AO-J1O' + 'abcdefgh.-_' * 30 + '","sig":"ab+/cd=="}',
    '{"name":"caf\\u00e9 \\ud83d\\ude00","path":"a\\/b","lt":"\\u003cb\\u003e"}',
    '{"os_id":2,"product_id":"q","note":"line"}\n',
    '{\r\n  "zeta": [3, 1.0, 2],\r\n  "Alpha": {"y": true, "X": null},\r\n  "beta": "ß"\r\n}',
    '{"items":[{"sku":"a","n":2},{"sku":"b","n":3}],"total":5000000,"rate":0.5,"meta":{"k":"v","list":[1,2]}}',
]
with open('bodies.json', 'w') as out:
    json.dump(bodies, out, indent=1, ensure_ascii=True)
    out.write('\n')
