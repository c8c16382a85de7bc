import { readFileSync } from 'node:fs';
const bodies = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const out = (name, at, text) => console.log(`${name}\t${at}\t${Buffer.from(text).toString('base64')}`);
const deep = (v) =>
  Array.isArray(v)
    ? v.map(deep)
    : v && typeof v === 'object'
      ? Object.fromEntries(Object.keys(v).sort().map((k) => [k, deep(v[k])]))
      : v;
bodies.forEach((body, at) => {
  const o = JSON.parse(body);
  out('stringify', at, JSON.stringify(o));
  out('indent 2', at, JSON.stringify(o, null, 2));
  out('indent tab', at, JSON.stringify(o, null, '\t'));
  out('sorted', at, JSON.stringify(deep(o)));
  if (!Array.isArray(o) && typeof o === 'object') out('sorted names', at, JSON.stringify(o, Object.keys(o).sort()));
});
