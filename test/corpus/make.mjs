/**
 * Makes the corpus: `node test/corpus/make.mjs [out.ndjson.gz]`. Needs the languages of senders/ (those missing are
 * said and left out). The same seed and the same languages give the same corpus.
 */
import { join } from 'node:path';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { credentialsOf, envelope, rightSignature, sign } from './base.mjs';
import { bodies, oddBodies } from './bodies.mjs';
import { catalogueForms } from './catalogue-forms.mjs';
import { labels } from './forms.mjs';
import {
  algKnobs,
  clientKnobs,
  innerKnobs,
  knobs,
  layoutKnobs,
  mac,
  outKnobs,
  secretKnobs,
  sha,
  stampKnobs,
} from './knobs.mjs';
import { randomOf } from './random.mjs';
import { clientIds, others, secrets, timestamps } from './secrets.mjs';
import { askSenders } from './senders/run.mjs';

const target = process.argv[2] ?? join(import.meta.dirname, 'corpus.ndjson.gz');
const say = (text) => process.stderr.write(`${text}\n`);
const random = randomOf(4711);
const secretNames = Object.keys(secrets);
const paths = { A: ['/iap/gateway/verify', '/iap/gateway/lookup-receipt'], B: ['/xmdt/session'] };

let serial = 0;
const baseOf = (name, scheme, wire, over = {}) => {
  const i = serial++;
  return {
    name,
    scheme,
    wire,
    body: wire,
    path: paths[scheme][i % paths[scheme].length],
    secret: secrets[secretNames[i % secretNames.length]],
    clientId: clientIds[i % clientIds.length],
    timestamp: timestamps[i % timestamps.length],
    others,
    withOthers: i % 2 === 0,
    named: i % 3 !== 0,
    stamped: false,
    ...over,
  };
};
const schemeOf = (body) => (body.interface === 'gateway' ? 'A' : 'B');
const bases = bodies.map((body) => baseOf(body.id, schemeOf(body), Buffer.from(body.text)));
// Bodies that text-level causes need: line ends, a mark at the start, a decomposed letter.
for (const [name, text, scheme] of [
  ['crlf-end', '{"gameId":"a","username":"Anh"}\r\n', 'B'],
  ['bom', '\ufeff{"gameId":"a","username":"Bình"}', 'B'],
  ['bom-a', '\ufeff{"os_id":1,"product_id":"bom","receipt":"r1"}', 'A'],
  ['nfd', '{"gameId":"a","username":"Nguye\u0302\u0303n Va\u0306n"}', 'B'],
  ['nfd-a', '{"os_id":1,"product_id":"Cafe\u0301","receipt":"r2"}', 'A'],
  ['crlf-a', '{\r\n  "os_id": 1,\r\n  "product_id": "x",\r\n  "receipt": "abc def"\r\n}\r\n', 'A'],
  ['lf-b', '{\n\t"gameId": "x",\n\t"username": "y z"\n}\n', 'B'],
  ['bom-crlf', '\ufeff{"gameId":"w",\r\n"username":"windows"}', 'B'],
])
  bases.push(baseOf(name, scheme, Buffer.from(text)));

const jobs = bases.map((base, n) => ({
  n,
  body: base.wire,
  secret: base.secret,
  clientId: base.clientId,
  timestamp: base.timestamp,
  scheme: base.scheme,
}));
// CORPUS_ANSWERS names a file to keep the senders' answers in between two runs.
const kept = process.env.CORPUS_ANSWERS;
const asked =
  kept && existsSync(kept)
    ? JSON.parse(readFileSync(kept, 'utf8')).map((a) => ({
        ...a,
        bytes: Buffer.from(a.bytes, 'base64'),
      }))
    : askSenders(jobs, say);
if (kept && !existsSync(kept))
  writeFileSync(
    kept,
    JSON.stringify(asked.map((a) => ({ ...a, bytes: a.bytes.toString('base64') }))),
  );
const answers = [
  ...asked,
  ...jobs.flatMap((job) =>
    catalogueForms(job.body.toString('utf8')).map((answer) => ({ n: job.n, ...answer })),
  ),
];

/* What each base can be made to sign: body forms by programs, everything else by knobs. */
const formsOf = bases.map(() => ({ body: [], sig: [] }));
for (const { n, form, kind, bytes } of answers) {
  const base = bases[n];
  let label = labels[kind].get(form);
  if (form === 'js.stripe')
    label = {
      ids:
        base.scheme === 'A'
          ? ['bodyhash-raw-body', 'layout-missing-client-id', 'out-prefixed']
          : ['layout-timestamp-prefixed', 'out-prefixed'],
      accept: [],
    };
  if (base.scheme === 'B' && form === 'sh.msg-lf')
    label = { ids: ['body-trailing-newline'], accept: [] };
  if (base.scheme === 'B' && form === 'sh.msg-and-key-lf')
    label = { ids: ['secret-trailing-newline', 'body-trailing-newline'], accept: [] };
  if (label) formsOf[n][kind].push({ knob: 'body', name: form, bytes, ...label });
}
// Forms whose own property a body may not have are someone else's cause there.
const wireText = (base) => base.wire.toString();
const flat = (base) => !/[{[]/u.test(wireText(base).trim().slice(1));
const holds = (pattern) => (base) => pattern.test(wireText(base));
const hasBom = holds(/^\ufeff/u);
const speaksOf = {
  'body-trailing-newline-missing': (base, f) =>
    /^\s*\S[\s\S]*\S\r?\n$/u.test(wireText(base)) &&
    base.wire.subarray(0, f.bytes.length).equals(f.bytes),
  'body-form-encoded': flat,
  'body-query-sorted': flat,
  'body-values-joined': flat,
  'body-nulls-dropped': holds(/:\s*null/u),
  'body-empties-dropped': holds(/:\s*(?:null|""|\[\s*\]|\{\s*\}|0|false)/u),
  'body-ints-to-floats': holds(/[:[,]\s*-?\d+\s*[,}\]]/u),
  'body-numbers-as-strings': holds(/[:[,]\s*(?:-?\d|true|false|null)/u),
  'body-html-escaped': holds(/[<>&'\u2028]/u),
  'body-slashes-escaped': holds(/\//u),
  'body-json-ascii': holds(/[\u0080-\uffff]|\\u[0-9a-f]/u),
  'body-empty-object-array': holds(/\{\s*\}|\[\s*\]/u),
  // A member that is empty anyway is dropped by other causes too.
  'body-member-missing': (base) => !holds(/:\s*(?:null|""|\[\s*\]|\{\s*\}|0|false)/u)(base),
};
// A key named like an integer, a twice-named member or a whole number of 20 digits has no one right reading in these.
const lossy = (base) => /"\d+"\s*:|\d{17,}[,}\s]|\d[eE]/u.test(base.wire.toString());
const needsPlainNumbers = new Set([
  'lua.cjson-numbers',
  'lua.dkjson',
  'lua.dkjson-indent',
  'pl.canonical',
  'pl.canonical-ascii',
  'pl.canonical-slash',
  'pl.twice-utf8',
  'cs.javascriptserializer',
  'pl.sorted-kv',
  'cpp.float32',
  'php.ksort',
  'php.ksort-json',
  'php.ksort-deep',
]);
// The class of Session writes its own order and its own types: only where the body has both is it a matter of case.
const asDeclared =
  /^\s*\{\s*"gameId"\s*:\s*"[^"]*",\s*"username"\s*:\s*"[^"]*",\s*"serverId"\s*:\s*"[^"]*",\s*"roleId"\s*:\s*"[^"]*"\s*\}\s*$/u;
const fits = (base, form) =>
  form.ids.every((id) => speaksOf[id]?.(base, form) ?? true) &&
  !(needsPlainNumbers.has(form.name) && lossy(base)) &&
  !(
    hasBom(base) && form.ids.some((id) => /^body-(?!bom|base64|charset|trailing|empty$)/u.test(id))
  ) &&
  !(form.name === 'cs.pascal-class' && !asDeclared.test(wireText(base)));

const keyOf = (ids) => [...new Set(ids)].sort().join('+');
const setFrom = (key) => key.split('+');

/** For each base: the ids that give the same bytes, by knob, and by the whole signature. */
const single = bases.map((base, n) => {
  const bySignature = new Map();
  const byBody = new Map();
  const add = (map, key, ids) => {
    if (!map.has(key)) map.set(key, new Set());
    map.get(key).add(keyOf(ids));
  };
  const stamped = { ...base, stamped: true };
  for (const form of formsOf[n].body) {
    add(byBody, form.bytes.toString('base64'), form.ids);
    add(bySignature, sign(base, [form]).signature, form.ids);
  }
  for (const form of formsOf[n].sig)
    if (form.ids.length === 1) add(bySignature, form.bytes.toString(), form.ids);
  for (const choice of knobs) {
    if (choice.scheme && choice.scheme !== base.scheme) continue;
    const made = sign(stamped, [choice]);
    if (made) add(bySignature, made.signature, choice.ids);
  }
  return { bySignature, byBody };
});

/* The cases. */
const cases = [];
const counts = new Map();
let caseNumber = 0;
const right = bases.map((base) => rightSignature(base));

function also(n, choices, signature) {
  const sets = new Set();
  // Each choice in its own words, in the words of its accept list, or of another form with equal bytes.
  const words = choices.map((choice) => {
    const own = new Set([keyOf(choice.ids), ...choice.accept.map(keyOf)]);
    if (choice.knob === 'body' && choice.bytes) {
      for (const key of single[n].byBody.get(choice.bytes.toString('base64')) ?? []) own.add(key);
      if (choice.ids.includes('body-trailing-newline') && choice.bytes.at(-1) === 10) {
        const before = single[n].byBody.get(choice.bytes.subarray(0, -1).toString('base64')) ?? [];
        for (const key of before) own.add(keyOf([...setFrom(key), 'body-trailing-newline']));
      }
    }
    return [...own];
  });
  const walk = (i, ids) => {
    if (i === words.length) {
      sets.add(keyOf(ids));
      return;
    }
    for (const key of words[i]) walk(i + 1, [...ids, ...setFrom(key)]);
  };
  walk(0, []);
  for (const key of single[n].bySignature.get(signature) ?? []) sets.add(key);
  return sets;
}
function push(group, base, request, expected, alsoRight, note) {
  const want = keyOf(expected);
  cases.push({
    id: `${group}-${String(++caseNumber)}`,
    group,
    note,
    expected,
    alsoRight: [...alsoRight].filter((key) => key !== want && key !== '').map(setFrom),
    credentials: credentialsOf(base),
    request,
  });
}
const receivedAt = (base) => Number(base.timestamp) + random.below(60);

/** Adds the case unless the mistake changes nothing on this base; says whether it did. */
function addCase(group, n, choices, note) {
  let base = bases[n];
  if (choices.some((c) => c.scheme && c.scheme !== base.scheme)) return false;
  if (choices.some((c) => c.needs === 'stamp')) base = { ...base, stamped: true };
  if (
    choices.some(
      (c) => c.ids.includes('secret-wrong-environment') || c.ids.includes('client-id-signed-other'),
    )
  )
    base = { ...base, withOthers: true };
  // Each choice must change something by itself, also beside the others.
  const made = sign(base, choices);
  if (!made) return false;
  const sent = JSON.stringify([made.signature, made.header]);
  const partly = choices.map((_, i) =>
    sign(
      base,
      choices.filter((__, j) => j !== i),
    ),
  );
  if (partly.some((p) => !p || JSON.stringify([p.signature, p.header]) === sent)) return false;
  if (choices.some((c) => c.knob === 'body' && (c.bytes.equals(base.wire) || !fits(base, c))))
    return false;
  // What one cause of the catalogue explains is that cause's case.
  const sets = also(n, choices, made.signature);
  const expected = [...new Set(choices.flatMap((c) => c.ids))];
  if (expected.length > 1 && [...sets].some((key) => !key.includes('+') && key !== '')) {
    if (choices.length === 1) return false;
    if (
      choices.some(
        (c) =>
          c.knob === 'body' &&
          [...(single[n].byBody.get(c.bytes?.toString('base64')) ?? [])].some(
            (key) => !key.includes('+'),
          ) &&
          c.ids.length > 1,
      )
    )
      return false;
  }
  push(
    group,
    base,
    envelope(base, made.signature, {
      ...made.header,
      ...(random.below(2) ? { receivedAt: receivedAt(base) } : {}),
    }),
    expected,
    sets,
    note,
  );
  return true;
}
const sizeGroup = (ids) => (ids.length === 1 ? 'single' : ids.length === 2 ? 'pair' : 'triple');
const order = () => random.shuffle(bases.map((_, n) => n));

/* Singles: every body form of every program, at most `share` distinct results each. */
const share = Number(process.env.CORPUS_SHARE ?? 6);
const formNames = [...new Set(formsOf.flatMap(({ body }) => body.map((f) => f.name)))].sort();
for (const name of formNames) {
  for (const scheme of ['A', 'B']) {
    let left = share;
    for (const n of order()) {
      if (left === 0) break;
      if (bases[n].scheme !== scheme) continue;
      const form = formsOf[n].body.find((f) => f.name === name);
      if (form && addCase(sizeGroup(form.ids), n, [form], `${name} on ${bases[n].name}`)) left -= 1;
    }
  }
}
const bodyOf = {
  'js.date-now-json': 'js.stringify',
  'cs.unicode-both': 'cs.unicode',
  'cs.ascii-upper': 'cs.ascii',
  'cs.ascii-both-upper': 'cs.ascii',
};
// Whole signatures by the programs' own functions.
const sigNames = [...new Set(formsOf.flatMap(({ sig }) => sig.map((f) => f.name)))].sort();
for (const name of sigNames) {
  for (const scheme of ['A', 'B']) {
    let left = 3;
    for (const n of order()) {
      const base = bases[n];
      if (left === 0) break;
      if (base.scheme !== scheme) continue;
      const form = formsOf[n].sig.find((f) => f.name === name);
      if (!form) continue;
      const text = form.bytes.toString();
      if (
        text === right[n] ||
        text === '' ||
        (form.ids.includes('body-trailing-newline') && /\n$/u.test(base.wire.toString())) ||
        (name === 'sh.inner-echo' && base.wire.at(-1) === 10)
      )
        continue;
      const less = formsOf[n].sig.some(
        (f) =>
          f !== form &&
          f.ids.length < form.ids.length &&
          f.ids.every((id) => form.ids.includes(id)) &&
          f.bytes.equals(form.bytes),
      );
      if (less) continue;
      if (name === 'py.hex0x' && text.length !== 66) continue;
      const sets = new Set([
        keyOf(form.ids),
        ...form.accept.map(keyOf),
        ...(single[n].bySignature.get(text) ?? []),
      ]);
      // What its body part is called in other words, for the few that change the body too.
      const part = formsOf[n].body.find((f) => f.name === bodyOf[name]);
      if (part) {
        const rest = form.ids.filter((id) => !part.ids.includes(id));
        for (const key of single[n].byBody.get(part.bytes.toString('base64')) ?? [])
          sets.add(keyOf([...setFrom(key), ...rest]));
      }
      if (
        form.ids.length > 1 &&
        [...sets].some((key) => !key.includes('+')) &&
        !form.accept.some((a) => a.length === 1)
      )
        continue;
      const stamped = {
        ...base,
        stamped: base.scheme === 'B' && /^js\.(?:slack|stripe)$/u.test(name),
      };
      push(
        sizeGroup(form.ids),
        stamped,
        envelope(stamped, text, random.below(2) ? { receivedAt: receivedAt(base) } : {}),
        form.ids,
        sets,
        `${name} on ${base.name}`,
      );
      left -= 1;
    }
  }
}
// Knobs.
for (const choice of knobs) {
  for (const scheme of ['A', 'B']) {
    let left = choice.knob === 'secret' ? 5 : 4;
    for (const n of order()) {
      if (left === 0) break;
      if (
        bases[n].scheme === scheme &&
        addCase('single', n, [choice], `${choice.knob} ${choice.name}`)
      )
        left -= 1;
    }
  }
}
// An empty body on the wire: what was signed in its place.
for (const scheme of ['A', 'B']) {
  for (const text of ['{}', 'null', '""', '[]']) {
    for (let i = 0; i < 2; i += 1) {
      const base = baseOf('empty', scheme, Buffer.alloc(0));
      push(
        'single',
        base,
        envelope(base, sign({ ...base, body: Buffer.from(text) }, []).signature),
        ['body-empty-placeholder'],
        [],
        `signed ${text}`,
      );
    }
  }
}
for (let i = 0; i < 3; i += 1) {
  const base = baseOf('empty', 'A', Buffer.alloc(0));
  push(
    'single',
    base,
    envelope(
      base,
      sign(base, [innerKnobs.find((k) => k.ids[0] === 'bodyhash-empty-omitted')]).signature,
    ),
    ['bodyhash-empty-omitted'],
    ['layout-missing-body-hash', 'bodyhash-raw-body'],
    'empty hash left out',
  );
}
// Compressed on the wire, signed before.
for (const n of order().slice(0, 8)) {
  const plain = bases[n];
  const base = { ...plain, wire: gzipSync(plain.wire, { level: 6 }) };
  push(
    'single',
    base,
    envelope(base, right[n], { headers: { 'Content-Encoding': 'gzip' } }),
    ['body-gzip-mismatch'],
    [],
    'signed the text, sent gzip',
  );
}

/* Pairs: every row of "Composition". */
const byId = (list, ...ids) =>
  list.filter((k) => ids.some((id) => k.ids.length === 1 && k.ids[0] === id));
const bodyForms = (n, test) => formsOf[n].body.filter((f) => test(f.ids.join('+')));
function pairs(row, left, makeChoices) {
  const seen = new Map();
  for (const n of [...order(), ...order(), ...order()]) {
    if (left === 0) return;
    const lists = makeChoices(n).filter((list) => list.every(Boolean));
    for (const list of random.shuffle(lists)) {
      const key = list.map((c) => c.name).join('|');
      if ((seen.get(key) ?? 0) >= 3) continue;
      const ids = [...new Set(list.flatMap((c) => c.ids))];
      if (addCase(sizeGroup(ids), n, list, `${row}: ${key} on ${bases[n].name}`)) {
        seen.set(key, (seen.get(key) ?? 0) + 1);
        left -= 1;
        break;
      }
    }
  }
}
const product = (...lists) =>
  lists.reduce((all, list) => all.flatMap((head) => list.map((x) => [...head, x])), [[]]);
const o = (...ids) => byId(outKnobs, ...ids);
const s = (...ids) => byId(secretKnobs, ...ids);
const inn = (...ids) => byId(innerKnobs, ...ids);
const lay = (...ids) => byId(layoutKnobs, ...ids);
const named = (list, ...names) => list.filter((k) => names.includes(k.name));
const classA =
  /^body-(?:json-js|json-compact|json-python|json-php|html-escaped|json-stj|keys-sorted|trailing-newline)$/u;

pairs('json + base64/prefix', 90, (n) =>
  product(
    bodyForms(n, (id) => /^body-json-[a-z-]+$/u.test(id)),
    o('out-base64', 'out-prefixed'),
  ),
);
pairs('C#/Unreal helper', 70, (n) =>
  product(
    bodyForms(n, (id) => /^body-(?:json-stj|json-unreal|charset-ascii)$/u.test(id)),
    [...o('out-uppercase-hex'), ...inn('bodyhash-uppercase')],
  ),
);
pairs('C#/Unreal helper, both', 30, (n) =>
  product(
    bodyForms(n, (id) => /^body-(?:json-stj|json-unreal|charset-ascii)$/u.test(id)),
    o('out-uppercase-hex'),
    inn('bodyhash-uppercase'),
  ),
);
pairs('hex twice', 25, () => product(inn('bodyhash-uppercase'), o('out-uppercase-hex')));
pairs('json.NewEncoder', 40, (n) =>
  formsOf[n].body
    .filter(
      (f) =>
        keyOf(f.ids) === 'body-html-escaped+body-trailing-newline' ||
        keyOf(f.ids) === 'body-json-go-map+body-trailing-newline',
    )
    .map((f) => [f]),
);
pairs('sorted +', 160, (n) =>
  formsOf[n].body
    .filter((f) => f.ids.length === 2 && f.ids.some((id) => id.startsWith('body-keys-sorted')))
    .map((f) => [f]),
);
pairs('secret newline +', 110, (n) =>
  product(s('secret-trailing-newline'), [
    ...bodyForms(n, (id) => classA.test(id)),
    ...o('out-uppercase-hex', 'out-base64', 'out-prefixed'),
  ]),
);
pairs('secret newline + newline', 25, (n) =>
  product(
    s('secret-trailing-newline'),
    bodyForms(n, (id) => id === 'body-trailing-newline'),
  ),
);
pairs('svix', 60, () =>
  product(s('secret-base64-decoded', 'secret-prefix-stripped'), o('out-base64')),
);
pairs('adyen', 50, () => product(s('secret-hex-decoded'), o('out-base64', 'out-uppercase-hex')));
pairs('stripe', 30, () => product(inn('bodyhash-raw-body'), lay('layout-missing-client-id')));
pairs('stripe with prefix', 15, () =>
  product(inn('bodyhash-raw-body'), lay('layout-missing-client-id'), named(outKnobs, 't=,v1=')),
);
pairs('slack', 40, () =>
  product(lay('layout-timestamp-prefixed'), named(outKnobs, 'v0=', 'v1=', 't=,v1=')),
);
pairs('azure', 20, () =>
  product(
    inn('bodyhash-base64'),
    lay('layout-separator').filter((k) => k.name === 'lf'),
    o('out-base64'),
  ),
);
pairs('azure, two', 25, () => [
  ...product(inn('bodyhash-base64'), lay('layout-separator')),
  ...product(inn('bodyhash-base64'), o('out-base64')),
  ...product(
    lay('layout-separator').filter((k) => k.name === 'lf'),
    o('out-base64'),
  ),
]);
pairs('method path + base64', 35, () => product(lay('layout-method-path'), o('out-base64')));
pairs('xsolla', 15, (n) =>
  bases[n].scheme === 'B'
    ? product(named(algKnobs, 'sha1-last'), o('out-uppercase-hex', 'out-base64'))
    : [],
);
pairs('xsolla body', 20, (n) =>
  bases[n].scheme === 'B'
    ? product(
        named(algKnobs, 'sha1-last'),
        bodyForms(n, (id) => classA.test(id)),
      )
    : [],
);
pairs('vnpay', 35, (n) =>
  product(
    bodyForms(n, (id) => id === 'body-query-sorted'),
    byId(algKnobs, 'alg-hmac-sha512'),
  ),
);
pairs('momo/vnpay upper', 25, (n) =>
  product(
    bodyForms(n, (id) => id === 'body-query-sorted'),
    o('out-uppercase-hex'),
  ),
);
pairs('wechat', 35, (n) =>
  product(
    bodyForms(n, (id) => id === 'body-query-sorted'),
    named(algKnobs, 'md5-key='),
  ),
);
pairs('wechat upper', 25, (n) =>
  product(
    bodyForms(n, (id) => id === 'body-query-sorted'),
    named(algKnobs, 'md5-key='),
    o('out-uppercase-hex'),
  ),
);
pairs('ts-ms + js/base64', 60, (n) =>
  product(byId(stampKnobs, 'ts-ms-signed', 'ts-ms-header', 'ts-ms-both'), [
    ...bodyForms(n, (id) => id === 'body-json-js'),
    ...o('out-base64'),
  ]),
);
pairs('half-switched', 40, () =>
  product(
    s('secret-wrong-environment'),
    byId(clientKnobs, 'client-id-header-mismatch', 'client-id-signed-other'),
  ),
);
pairs('unicode helper', 25, (n) =>
  product(
    s('secret-utf16'),
    bodyForms(n, (id) => id === 'body-charset-utf16'),
  ),
);

/* Beyond the table: knobs that combine freely. */
pairs('free: secret x body', 60, (n) =>
  product(
    secretKnobs,
    bodyForms(n, (id) => !id.includes('+')),
  ),
);
pairs('free: layout x body', 40, (n) =>
  product(
    layoutKnobs.filter((k) => k.scheme === 'A'),
    bodyForms(n, (id) => classA.test(id)),
  ),
);
pairs('free: secret x layout', 40, () => product(secretKnobs, layoutKnobs));
pairs('free: alg x out', 30, () =>
  product(algKnobs, o('out-base64', 'out-uppercase-hex', 'out-prefixed')),
);
pairs('free: body x out', 40, (n) =>
  product(
    bodyForms(n, (id) => !id.includes('+')),
    outKnobs.filter((k) => !/truncated/u.test(k.ids[0])),
  ),
);
pairs('free: stamp x body', 30, (n) =>
  product(
    byId(stampKnobs, 'ts-regenerated', 'ts-ms-signed', 'ts-iso-signed', 'ts-float-signed'),
    bodyForms(n, (id) => classA.test(id)),
  ),
);

/* Lints. */
const clocked = (group, n, offset, ids, choices = [], note = '') => {
  const base = bases[n];
  const made = sign(base, choices);
  if (choices.length > 0 && (made === undefined || made.signature === right[n])) return;
  const sets =
    choices.length > 0
      ? [...also(n, choices, made.signature)].map((key) => keyOf([...setFrom(key), ...ids]))
      : [];
  push(
    group,
    base,
    envelope(base, made.signature, { ...made.header, receivedAt: Number(base.timestamp) + offset }),
    [...choices.flatMap((c) => c.ids), ...ids],
    sets,
    note,
  );
};
const gateways = bases.flatMap((base, n) => (base.scheme === 'A' ? [n] : []));
for (const [i, offset] of [
  301,
  420,
  -302,
  599,
  5000,
  -86400 * 3,
  7777777,
  1201,
  -1000,
  310,
  901,
].entries())
  for (let j = 0; j < 2; j += 1)
    clocked(
      'lint',
      gateways[(i * 5 + j * 13) % gateways.length],
      offset,
      ['ts-clock-skew'],
      [],
      `clock ${String(offset)}`,
    );
for (const [i, offset] of [
  7 * 3600,
  -7 * 3600,
  3600,
  9 * 3600 + 20,
  5.5 * 3600,
  -8 * 3600 - 11,
  14 * 3600,
  1800,
  8 * 3600 + 3,
].entries())
  for (let j = 0; j < 2; j += 1)
    clocked(
      'lint',
      gateways[(i * 7 + j * 11) % gateways.length],
      offset,
      ['ts-timezone-shift'],
      [],
      `zone ${String(offset)}`,
    );
for (const [i, offset] of [0, 299, -299, 300, -300, 120].entries())
  clocked('right', gateways[(i * 3) % gateways.length], offset, [], [], `within ${String(offset)}`);
for (let i = 0; i < 10; i += 1) {
  const n = gateways[(i * 9) % gateways.length];
  const form = formsOf[n].body.find(
    (f) => f.name === 'js.stringify' && !f.bytes.equals(bases[n].wire),
  );
  if (form) clocked('lint', n, 4000 + i, ['ts-clock-skew'], [form], 'clock and body');
}
for (let i = 0; i < 6; i += 1)
  clocked(
    'lint',
    gateways[(i * 6 + 1) % gateways.length],
    7 * 3600,
    ['ts-timezone-shift'],
    o('out-base64'),
    'zone and base64',
  );
const headerCase = (n, ids, request, note) => push('lint', bases[n], request, ids, [], note);
for (let i = 0; i < 6; i += 1) {
  const n = (i * 17) % bases.length;
  const a = gateways[(i * 11) % gateways.length];
  headerCase(n, ['hdr-signature-missing'], envelope(bases[n], undefined), 'no signature');
  headerCase(
    a,
    ['hdr-timestamp-missing'],
    envelope(bases[a], right[a], { drop: ['X-Timestamp'] }),
    'no timestamp',
  );
  headerCase(
    a,
    ['hdr-client-id-missing'],
    envelope(bases[a], right[a], { drop: ['X-Client-ID'] }),
    'no client id',
  );
}
for (const [i, name] of [
  'X_Signature',
  'Signature',
  'X-Hub-Signature',
  'X-Hub-Signature-256',
  'X-Sign',
  'X-Hmac-Signature',
  'X-Webhook-Signature',
  'Authorization',
  'X-Signature-Sha256',
  'X-Signiture',
].entries()) {
  for (const n of [(i * 13) % bases.length, gateways[(i * 5) % gateways.length]])
    headerCase(
      n,
      ['hdr-name-wrong'],
      envelope(bases[n], undefined, { headers: { [name]: right[n] } }),
      name,
    );
}
for (const [i, [name, drop, of]] of [
  ['X_Timestamp', 'X-Timestamp', 'timestamp'],
  ['Timestamp', 'X-Timestamp', 'timestamp'],
  ['X-Request-Timestamp', 'X-Timestamp', 'timestamp'],
  ['X_Client_ID', 'X-Client-ID', 'clientId'],
  ['Client-ID', 'X-Client-ID', 'clientId'],
  ['X-ClientID', 'X-Client-ID', 'clientId'],
].entries()) {
  const n = gateways[(i * 8) % gateways.length];
  headerCase(
    n,
    ['hdr-name-wrong'],
    envelope(bases[n], right[n], { drop: [drop], headers: { [name]: bases[n][of] } }),
    name,
  );
}

/* Right. */
for (const [n, base] of bases.entries())
  push(
    'right',
    base,
    envelope(base, right[n], random.below(2) ? { receivedAt: receivedAt(base) } : {}),
    [],
    [],
    base.name,
  );
for (const scheme of ['A', 'B'])
  for (const body of oddBodies) {
    const base = baseOf('odd', scheme, body);
    push('right', base, envelope(base, rightSignature(base)), [], [], 'odd body');
  }
for (const body of random.shuffle(bodies)) {
  const base = baseOf(body.id, schemeOf(body), Buffer.from(`${body.text} `));
  push('right', base, envelope(base, rightSignature(base)), [], [], 'a space behind');
}
for (let i = 0; i < 60; i += 1) {
  const scheme = i % 2 ? 'A' : 'B';
  const base = baseOf('binary', scheme, random.bytes(1 + random.below(400)));
  push('right', base, envelope(base, rightSignature(base)), [], [], 'binary');
}

/* What nobody can explain. */
const noOne = (base, signature, note, over = {}) =>
  push('unexplainable', base, envelope(base, signature, over), [], [], note);
const fresh = () => {
  const n = random.below(bases.length);
  return { n, base: bases[n] };
};
for (let i = 0; i < 40; i += 1) {
  const { base } = fresh();
  noOne(base, random.text('0123456789abcdef', 64), 'random digest');
}
for (let i = 0; i < 10; i += 1) {
  const { base } = fresh();
  noOne(base, random.bytes([16, 20, 32, 48, 64][i % 5]).toString('base64'), 'random base64');
}
for (let i = 0; i < 35; i += 1) {
  const { base } = fresh();
  noOne(
    base,
    sign({ ...base, secret: random.text('abcdefghijklmnopqrstuvwxyz0123456789', 24) }, [])
      .signature,
    'unknown secret',
  );
}
for (let i = 0; i < 35; i += 1) {
  const { base, n } = fresh();
  const text = base.wire.toString();
  const at = text.search(/[a-z]{3}"/u);
  if (at < 0) continue;
  const wire = Buffer.from(`${text.slice(0, at)}${random.text('mnopqrst', 5)}${text.slice(at)}`);
  noOne({ ...base, wire, body: wire }, right[n], 'a value changed after signing');
}
for (let i = 0; i < 25; i += 1) {
  const { base } = fresh();
  const nonce = random.text('0123456789abcdef', 16);
  noOne(
    base,
    mac(
      base.secret,
      Buffer.concat([
        Buffer.from(
          base.scheme === 'A' ? `${base.clientId}.${base.timestamp}.${nonce}.` : `${nonce}.`,
        ),
        base.scheme === 'A' ? Buffer.from(sha(base.wire, 'hex')) : base.wire,
      ]),
    ).toString('hex'),
    'a nonce that is not there',
  );
}
for (let i = 0; i < 25; i += 1) {
  const { base } = fresh();
  const text = base.wire.toString().trimEnd();
  const body = Buffer.from(
    text.replace(/\}$/u, `,"requestId":"${random.text('0123456789abcdef', 12)}"}`),
  );
  noOne(base, sign({ ...base, body }, []).signature, 'a member taken out after signing');
}
for (let i = 0; i < 20; i += 1) {
  const n = gateways[random.below(gateways.length)];
  const base = bases[n];
  noOne(
    base,
    sign({ ...base, timestamp: String(Number(base.timestamp) - 40000 - random.below(400000)) }, [])
      .signature,
    'a signature of another day',
  );
}
for (let i = 0; i < 20; i += 1) {
  const { base, n } = fresh();
  const parsed = (() => {
    try {
      return JSON.parse(base.wire.toString('utf8').replace(/^\ufeff/u, ''));
    } catch {
      return undefined;
    }
  })();
  if (!parsed) continue;
  const wire = Buffer.from(
    JSON.stringify({
      ...parsed,
      via: `proxy-${String(i)}`,
      username: `${String(parsed.username ?? '')}*`,
    }),
  );
  noOne({ ...base, wire, body: wire }, right[n], 'altered by a proxy');
}
for (let i = 0; i < 10; i += 1) {
  const { base } = fresh();
  noOne(base, random.bytes(128).toString(i % 2 ? 'base64' : 'hex'), 'as long as an RSA signature');
}
for (let i = 0; i < 10; i += 1) {
  const { base } = fresh();
  noOne(
    base,
    `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(`{"iat":${base.timestamp}}`).toString('base64url')}.${random.bytes(32).toString('base64url')}`,
    'a JWT',
  );
}
for (let i = 0; i < 10; i += 1) {
  const { base } = fresh();
  noOne(
    base,
    mac(mac(`VENDOR4${base.secret}`, 'constant'), base.wire).toString('hex'),
    'a derived key',
  );
}
for (const text of [
  '',
  'x',
  '0',
  'null',
  'undefined',
  '[object Object]',
  'deadbeef',
  '0'.repeat(64),
  'f'.repeat(64),
  'sha256=',
  '====',
  '%%%',
]) {
  const { base } = fresh();
  noOne(base, text === '' ? ' ' : text, 'not a digest');
}

for (const c of cases) counts.set(c.group, (counts.get(c.group) ?? 0) + 1);
writeFileSync(target, gzipSync(cases.map((c) => JSON.stringify(c)).join('\n'), { level: 9 }));
say(
  `${String(cases.length)} cases: ${[...counts].map(([g, c]) => `${g} ${String(c)}`).join(', ')} → ${target}`,
);
const covered = new Set(cases.flatMap((c) => c.expected));
say(`causes covered: ${String(covered.size)}`);
export { covered };
