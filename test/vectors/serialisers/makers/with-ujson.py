import base64, json, sys, ujson
bodies = json.load(open(sys.argv[1], encoding='utf-8'))
def out(name, at, text): print(name, at, base64.b64encode(text.encode('utf-8')).decode(), sep='\t')
for at, body in enumerate(bodies):
    try: o = json.loads(body); out('dumps', at, ujson.dumps(o))
    except Exception: pass
