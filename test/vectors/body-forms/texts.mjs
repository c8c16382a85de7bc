// Node's bytes of the text of bodies.json, as hex, on stdout.
import { readFileSync } from 'node:fs';

const bodies = JSON.parse(readFileSync('bodies.json', 'utf8'));
const forms = {
  latin1: (text) => Buffer.from(text, 'latin1'),
  ascii: (text) => Buffer.from(text, 'ascii'),
  utf16le: (text) => Buffer.from(text, 'utf16le'),
  "toString('latin1')": (text) => Buffer.from(text).toString('latin1'),
  "toString('ascii')": (text) => Buffer.from(text).toString('ascii'),
  'JSON.stringify': (text) => JSON.stringify(text),
  'JSON.stringify of a Buffer': (text) => JSON.stringify(Buffer.from(text)),
  encodeURIComponent: (text) => encodeURIComponent(text),
  encodeURI: (text) => encodeURI(text),
  escape: (text) => escape(text),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'first length bytes': (text) => Buffer.from(text).subarray(0, text.length),
};
const rows = Object.entries(forms).map(([name, make]) => [name, bodies.map((body) => Buffer.from(make(body)).toString('hex'))]);
process.stdout.write(JSON.stringify(Object.fromEntries(rows), null, 1));
