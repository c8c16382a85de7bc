// Lines of name, number of the body and base64 of the output become one golden file an encoder. An encoder that keeps
// members in a hash table ("shuffled") is given the wire body in the order that came out, since that order is chance.
import { readFileSync, writeFileSync } from 'node:fs';
const [, , tsv, encoder, version, path, shuffled] = process.argv;
const bodies = JSON.parse(readFileSync(new URL('bodies.json', import.meta.url), 'utf8'));

const token = /\s*([{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+)/gy;
const read = (text) => {
  token.lastIndex = 0;
  const tokens = [...text.matchAll(token)].map(([, found]) => found);
  let at = 0;
  const value = () => {
    const first = tokens[at++];
    if (first === '{') {
      const members = [];
      while (tokens[at] !== '}') {
        if (tokens[at] === ',') at++;
        const name = tokens[at];
        at += 2;
        members.push([name, value()]);
      }
      at++;
      return { members };
    }
    if (first === '[') {
      const items = [];
      while (tokens[at] !== ']') {
        if (tokens[at] === ',') at++;
        else items.push(value());
      }
      at++;
      return { items };
    }
    return first;
  };
  return value();
};
const reorder = (wire, made) => {
  if (wire.members) {
    const order = (made?.members ?? []).map(([name]) => JSON.parse(name));
    const place = ([name]) => (order.includes(JSON.parse(name)) ? order.indexOf(JSON.parse(name)) : 1e9);
    const of = (name) => made?.members?.find(([other]) => JSON.parse(other) === JSON.parse(name))?.[1];
    return { members: [...wire.members].sort((a, b) => place(a) - place(b)).map(([n, v]) => [n, reorder(v, of(n))]) };
  }
  return wire.items ? { items: wire.items.map((item, i) => reorder(item, made?.items?.[i])) } : wire;
};
const print = (value) =>
  value.members
    ? `{${value.members.map(([name, member]) => `${name}:${print(member)}`).join(',')}}`
    : value.items
      ? `[${value.items.map(print).join(',')}]`
      : value;

const options = {};
for (const line of readFileSync(tsv, 'utf8').split('\n')) {
  const [name, at, base64] = line.split('\t');
  if (base64 === undefined) continue;
  const text = Buffer.from(base64, 'base64').toString('utf8');
  const kept = shuffled && name.startsWith(shuffled) ? { wire: print(reorder(read(bodies[at]), read(text))), text } : text;
  (options[name.trim()] ??= {})[at] = kept;
}
writeFileSync(path, `${JSON.stringify({ encoder, version, options }, null, 2)}\n`);
