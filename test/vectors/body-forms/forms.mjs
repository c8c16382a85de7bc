// JavaScript's forms of bodies.json, on stdout. Needs: npm install qs axios@1.7 (NODE_PATH does not reach modules: run it beside node_modules).
import { readFileSync } from 'node:fs';
import querystring from 'node:querystring';
import { URLSearchParams } from 'node:url';
import { inspect, TextEncoder } from 'node:util';
import axios from 'axios';
import qs from 'qs';

const bodies = JSON.parse(readFileSync('bodies.json', 'utf8'));
const forms = {};
const form = (name, make) => {
  forms[name] = bodies.map((body) => {
    const value = JSON.parse(body);
    return make(value, body);
  });
};
const object = (make) => (value, body) => (Array.isArray(value) ? null : make(value, body));
const sorted = (value) => Object.keys(value).sort().map((key) => [key, value[key]]);
form('String', (value) => String(value));
form('inspect', (value) => inspect(value));
form('String(Uint8Array)', (_, body) => String(new TextEncoder().encode(body)));
form('URLSearchParams', object((value) => new URLSearchParams(value).toString()));
form('URLSearchParams sorted', object((value) => new URLSearchParams(sorted(value)).toString()));
form('querystring', object((value) => querystring.stringify(value)));
form('qs', object((value) => qs.stringify(value)));
form('qs encode false', object((value) => qs.stringify(value, { encode: false })));
form('qs sorted, encode false', object((value) => qs.stringify(value, { encode: false, sort: (a, b) => (a < b ? -1 : 1) })));
form('qs RFC1738', object((value) => qs.stringify(value, { format: 'RFC1738' })));
form('qs RFC1738 sorted', object((value) => qs.stringify(value, { format: 'RFC1738', sort: (a, b) => (a < b ? -1 : 1) })));
form('axios params', object((value) => axios.getUri({ url: '', params: value }).slice(1)));
form('axios form', object((value) => axios.toFormData(value, new URLSearchParams()).toString()));
form('k=v', object((value) => Object.entries(value).map(([key, each]) => `${key}=${each}`).join('&')));
form('k=v sorted', object((value) => sorted(value).map(([key, each]) => `${key}=${each}`).join('&')));
form('k=v sorted, JSON inside', object((value) => sorted(value).map(([key, each]) => `${key}=${typeof each === 'object' ? JSON.stringify(each) : each}`).join('&')));
form('k=v encoded', object((value) => Object.entries(value).map(([key, each]) => `${encodeURIComponent(key)}=${encodeURIComponent(each)}`).join('&')));
form('k=v sorted, empties out', object((value) => sorted(value).filter(([, each]) => each !== '' && each !== null && each !== undefined).map(([key, each]) => `${key}=${each}`).join('&')));
form('values', object((value) => Object.values(value).join('')));
form('values |', object((value) => Object.values(value).join('|')));
form('values sorted .', object((value) => sorted(value).map(([, each]) => each).join('.')));
process.stdout.write(JSON.stringify(forms, null, 1));
