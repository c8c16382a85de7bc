// Forms of bodies.json by JavaScript.
import { readFileSync } from 'node:fs';
const bodies = JSON.parse(readFileSync('bodies.json', 'utf8'));
const forms = {};
const form = (name, causes, make, { any = false } = {}) => {
  const rows = bodies.map((body) => {
    try {
      const value = JSON.parse(body);
      return !any && Array.isArray(value) ? null : (make(value, body) ?? null);
    } catch {
      return null;
    }
  });
  forms[name] = { causes, rows };
};
const str = JSON.stringify;
const keys = (value, rename) =>
  Array.isArray(value)
    ? value.map((each) => keys(each, rename))
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).map(([k, v]) => [rename(k), keys(v, rename)]))
      : value;
const drop = (value, gone) =>
  Array.isArray(value)
    ? value.map((each) => drop(each, gone))
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.entries(value).filter(([, v]) => !gone(v)).map(([k, v]) => [k, drop(v, gone)]))
      : value;
const top = (value, gone) => Object.fromEntries(Object.entries(value).filter(([, v]) => !gone(v)));
const sorted = (value) =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(Object.keys(value).sort().map((k) => [k, sorted(value[k])]))
      : value;
const camel = (s) => s.replace(/_([a-z0-9])/gi, (_, c) => c.toUpperCase());
const camel2 = (s) => s.replace(/[-_](\w)/g, (_, c) => c.toUpperCase());
const snake = (s) => s.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
const snake2 = (s) => s.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
const snake3 = (s) => s.replace(/([A-Z])/g, '_$1').toLowerCase().replace(/^_/, '');
const pascal = (s) => camel(s).replace(/^./, (c) => c.toUpperCase());
for (const [name, rename] of Object.entries({ camel, camel2, snake, snake2, snake3, pascal }))
  form(name, 'body-keys-recased', (v) => str(keys(v, rename)));
for (const indent of [1, 3, 8]) form(`indent ${indent}`, 'body-pretty', (v) => str(v, null, indent), { any: true });
form('indent 2 line', 'body-pretty', (v) => `${str(v, null, 2)}\n`, { any: true });
form('sorted indent', 'body-keys-sorted body-pretty', (v) => str(sorted(v), null, 2));
form('names', 'body-json-js', (v) => str(v, Object.keys(v)));
form('no undefined', 'body-nulls-dropped', (v) => str(v, (k, x) => (x === null ? undefined : x)));
form('pickBy', 'body-empties-dropped', (v) => str(top(v, (x) => !x)));
form('no empty text', 'body-empties-dropped', (v) => str(drop(v, (x) => x === '')));
form('no empty text top', 'body-empties-dropped', (v) => str(top(v, (x) => x === '')));
form('no null or empty text', 'body-empties-dropped', (v) => str(drop(v, (x) => x === null || x === '')));
form('sorted no null', 'body-keys-sorted body-nulls-dropped', (v) => str(sorted(drop(v, (x) => x === null))));
form('String values', 'body-numbers-as-strings', (v) => str(Object.fromEntries(Object.entries(v).map(([k, x]) => [k, String(x)]))));
form('text of numbers', 'body-numbers-as-strings', (v) => str(v, (k, x) => (typeof x === 'number' ? String(x) : x)));
form('nested as text', 'body-double-encoded', (v) => str(Object.fromEntries(Object.entries(v).map(([k, x]) => [k, typeof x === 'object' && x !== null ? str(x) : x]))));
form('ascii', 'body-json-ascii', (v) => str(v).replace(/[\u007f-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`), { any: true });
form('ascii above 7f', 'body-json-ascii', (v) => str(v).replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`), { any: true });
form('slashes', 'body-slashes-escaped', (v) => str(v).replace(/\//g, '\\/'), { any: true });
form('php-like', 'body-json-php', (v) => str(v).replace(/[\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).replace(/\//g, '\\/'), { any: true });
form('less than', 'body-html-escaped', (v) => str(v).replace(/</g, '\\u003c'), { any: true });
form('html', 'body-html-escaped', (v) => str(v).replace(/</g, '\\u003c').replace(/>/g, '\\u003e').replace(/&/g, '\\u0026').replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029'), { any: true });
form('serialize-javascript', 'body-html-escaped', (v) => str(v).replace(/[<>/\u2028\u2029]/g, (c) => ({ '<': '\\u003C', '>': '\\u003E', '/': '\\u002F', '\u2028': '\\u2028', '\u2029': '\\u2029' })[c]), { any: true });
form('no quotes', 'body-map-tostring', (v) => str(v).replace(/"/g, ''), { any: true });
form('entries', 'body-values-joined', (v) => str(Object.entries(v)));
form('values', 'body-values-joined', (v) => str(Object.values(v)));
form('double', 'body-double-encoded', (v, b) => str(b), { any: true });
form('double of parsed', 'body-double-encoded', (v) => str(str(v)), { any: true });
form('without first', 'body-member-missing', (v) => str(Object.fromEntries(Object.entries(v).slice(1))));
form('values sorted', 'body-values-joined', (v) => Object.keys(v).sort().map((k) => v[k]).join(''));
form('kv colon', 'body-values-joined', (v) => Object.keys(v).sort().map((k) => `${k}:${v[k]}`).join(';'));
form('params not empty', 'body-form-encoded', (v) => new URLSearchParams(top(v, (x) => x === null || x === '')).toString());
form('params sorted', 'body-query-sorted', (v) => { const p = new URLSearchParams(v); p.sort(); return p.toString(); });
form('params decoded', 'body-form-encoded', (v) => decodeURIComponent(new URLSearchParams(v).toString()));
form('encodeURI kv', 'body-form-encoded', (v) => Object.entries(v).map(([k, x]) => `${k}=${encodeURI(x)}`).join('&'));
form('kv json', 'body-query-sorted', (v) => Object.keys(v).sort().map((k) => `${k}=${typeof v[k] === 'object' ? str(v[k]) : v[k]}`).join('&'));
form('kv json encoded', 'body-query-sorted', (v) => Object.keys(v).sort().map((k) => `${k}=${encodeURIComponent(typeof v[k] === 'object' ? str(v[k]) : v[k])}`).join('&'));
form('member', 'body-member-only', (v) => { const o = Object.values(v).find((x) => typeof x === 'object' && x !== null); return o && str(o); });
process.stdout.write(JSON.stringify(forms, null, 1));
