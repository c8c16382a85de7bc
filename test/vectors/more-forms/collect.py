"""Lines of name, causes, number of the body and text in hex, as one JSON file of forms."""
import json, sys
count = len(json.load(open('bodies.json')))
forms = {}
for line in sys.stdin:
    parts = line.rstrip('\n').split('\t')
    if len(parts) != 4:
        continue
    name, causes, at, text = parts
    rows = forms.setdefault(name, {'causes': causes, 'rows': [None] * count})['rows']
    try:
        rows[int(at)] = bytes.fromhex(text).decode()
    except UnicodeDecodeError:
        pass
json.dump(forms, sys.stdout, indent=1)
