/**
 * Pairs of mistakes, each at another step of a signature or both at the body: what a sender with both would have signed.
 * The single forms come from the lists of `src/diagnosis`, which the caller hands over as modules; how two of them go
 * together is written here a second time, so that the search is not its own judge.
 */
import { randomOf } from './random.mjs';
import { bodies } from './bodies.mjs';
import { outKnobs } from './knobs.mjs';
import { clientIds, others, secrets, timestamps } from './secrets.mjs';

/** The dearest form of a pair, as the search prices it. */
const highestCost = 2;
const gatewaySteps = [
  'body',
  'hash',
  'layout',
  'time',
  'client id',
  'key',
  'construction',
  'writing',
];
const sessionSteps = ['body', 'layout', 'key', 'construction', 'writing'];

/** One request before the mistakes. */
export function drawBase(random) {
  const body = random.pick(bodies);
  const isGateway = body.interface === 'gateway';
  const secret = random.pick(Object.values(secrets));
  return {
    name: body.id,
    interface: body.interface,
    url: isGateway ? 'https://gw.example/iap/gateway/verify' : 'https://s.example/xmdt/session',
    body: Buffer.from(body.text),
    clientId: random.pick(clientIds),
    timestamp: random.pick(timestamps),
    secret,
    others: random.below(2) === 0 ? others : [],
  };
}

/** A form changes a draft: `apply` returns the changed one, undefined if it cannot be made of this one. */
const formOf = (step, family, cost, apply) => ({ step, family, cost, apply });

/** Every single form of a base with a cost of at most 2. */
function singleForms(base, modules) {
  const isGateway = base.interface === 'gateway';
  const forms = [
    ...bodyForms(base, modules),
    ...(isGateway ? hashForms(modules) : []),
    ...layoutForms(base, modules),
    ...(isGateway ? [...timeForms(base, modules), ...clientIdForms(base, modules)] : []),
    ...keyForms(base, modules),
    ...constructionForms(modules),
    ...writingForms(base),
  ];
  return forms.filter(({ cost }) => cost <= highestCost);
}

/** The right signature, step by step. */
function rightDraft(base, { parseTree, styleOf, hashForms: hashes, rightConstruction }) {
  const isGateway = base.interface === 'gateway';
  const text = base.body.toString('utf8').replace(/^\ufeff/u, '');
  const document = parseTree(text);
  const style = document && styleOf(text, document);
  const { form: rightHash } = hashes.find(({ form, cost }) => cost === 0 && form.text === 'hex');
  const bodyItself = hashes.find(({ form }) => form.content === 'body-itself').form;
  return {
    body: { bytes: base.body, root: document?.root, style },
    hash: isGateway ? rightHash : bodyItself,
    layout: {
      parts: isGateway ? ['clientId', 'timestamp', 'content'] : ['content'],
      separator: '.',
      before: '',
      after: '',
    },
    timestamp: base.timestamp,
    clientId: base.clientId,
    key: Buffer.from(base.secret),
    construction: rightConstruction,
    write: (digest) => digest.toString('hex'),
  };
}

/** What is signed, with which key, and how. */
export function signedOf(base, draft, { renderHash, renderLayout, searchedRequest }) {
  const { method, path, url } = searchedRequest(requestOf(base, ''));
  const content = renderHash(draft.hash, draft.body.bytes, draft.key);
  const { layout, timestamp, clientId, key, construction } = draft;
  // A secret that was read wrongly is wrong wherever the program uses it.
  const secret = draft.isReadWrongly === true ? key : base.secret;
  const values = { clientId, timestamp, content, method, path, url, secret };
  return { construction, key, message: Buffer.from(renderLayout(layout, values)) };
}

function signDraft(base, draft, modules) {
  const { construction, key, message } = signedOf(base, draft, modules);
  return draft.write(Buffer.from(construction.make('sha256', key, message), 'hex'));
}

/** What was sent: the base with this signature. */
export function requestOf(base, signature) {
  const signed = [['X-Signature', signature]];
  const named = [
    ['X-Client-ID', base.clientId],
    ['X-Timestamp', base.timestamp],
  ];
  return {
    interface: base.interface,
    label: '',
    method: 'POST',
    url: base.url,
    headers: base.interface === 'gateway' ? [...named, ...signed] : signed,
    body: base.body,
    receivedAt: undefined,
  };
}

/** What the developer has: the secret of the base, and other profiles. */
export function credentialsOf(base) {
  const credential = (label, clientId, secret) => ({
    label,
    clientId,
    ...(base.interface === 'gateway' ? { clientSecret: secret } : { secretKey: secret }),
  });
  return {
    credential: credential('given', base.clientId, base.secret),
    others: base.others.map((each) =>
      credential(
        each.label,
        each.client_id,
        base.interface === 'gateway' ? each.client_secret : each.secret_key,
      ),
    ),
  };
}

/** Two forms of a base; at most one pair in eight is of two body forms. */
function drawPair(random, base, forms) {
  const steps = base.interface === 'gateway' ? gatewaySteps : sessionSteps;
  const [first, second] = random.below(8) === 0 ? ['body', 'body'] : random.shuffle(steps);
  return [drawForm(random, forms, first), drawForm(random, forms, second)];
}

/** A cost first, then a family, then one of its forms: a family of a thousand milliseconds counts as one. */
function drawForm(random, forms, step) {
  const ofStep = forms.filter((form) => form.step === step);
  const cost = random.pick([...new Set(ofStep.map((form) => form.cost))]);
  const ofCost = ofStep.filter((form) => form.cost === cost);
  const family = random.pick([...new Set(ofCost.map((form) => form.family))]);
  return random.pick(ofCost.filter((form) => form.family === family));
}

const applyForms = (draft, forms) =>
  forms.reduce((changed, { apply }) => changed && apply(changed), draft);

/** A stream of pairs of one base. Each changes the signature twice: without either form it is another one. */
export function* pairsOfBase(random, base, modules) {
  const forms = singleForms(base, modules);
  const right = rightDraft(base, modules);
  for (;;) {
    const pair = drawPair(random, base, forms);
    const drafts = [[], [pair[0]], [pair[1]], pair].map((some) => applyForms(right, some));
    if (drafts.includes(undefined)) continue;
    const signatures = drafts.map((draft) => signDraft(base, draft, modules));
    if (new Set(signatures).size === drafts.length) yield { base, pair, drafts, signatures };
  }
}

/** A stream of pairs, each of another base. */
export function* pairsOf(seed, modules) {
  const random = randomOf(seed);
  for (;;) yield pairsOfBase(random, drawBase(random), modules).next().value;
}

function bodyForms(base, modules) {
  const { bodyLayers, encoders, pricedEdits, editsForBody, dataTexts, bodyRules } = modules;
  const { root, style } = rightDraft(base, modules).body;
  const ofBody = (family, cost, change) =>
    formOf('body', family, cost, (draft) => {
      const body = change(draft.body);
      return body && { ...draft, body: { ...draft.body, ...body } };
    });
  const printed = (changed, changedStyle) => ({
    root: changed,
    style: changedStyle,
    bytes: Buffer.from(modules.printTree(changed, changedStyle)),
  });
  const layers = bodyLayers.map(({ id, cost, make, says }) =>
    ofBody(`layer ${id}: ${says}`, cost, ({ bytes }) => {
      const changed = make(bytes);
      if (changed === undefined) return undefined;
      const text = Buffer.from(changed).toString('utf8');
      const parsed = modules.parseTree(text);
      // No program encodes another document than its own again, such as the object that a Buffer prints.
      const inside = parsed && hasOtherNames(parsed.root, root) ? undefined : parsed;
      return {
        bytes: Buffer.from(changed),
        root: inside?.root,
        style: inside && modules.styleOf(text, inside),
      };
    }),
  );
  if (root === undefined) return layers;
  const encoded = encoders.map((encoder) =>
    ofBody(
      `encoder ${encoder.name}`,
      encoder.cost,
      (body) => body.root && printed(encoder.edit(body.root), encoder.style),
    ),
  );
  const texts = dataTexts.map(({ id, cost, make }) =>
    ofBody(`text ${id}`, cost, (body) => {
      const text = body.root && make(body.root);
      return text === undefined ? undefined : { bytes: Buffer.from(text), root: undefined };
    }),
  );
  if (style === undefined) return [...layers, ...encoded, ...texts];
  const ownList = [...editsForBody(root, bodyRules(base.interface, base.url))];
  const edited = [
    ...pricedEdits.map(({ cost, axis, edit }) => ({ cost, family: `edit ${axis}`, edit })),
    ...ownList.map(({ cost, edit }) => ({ cost, family: 'edit of one member', edit })),
  ].map(({ cost, family, edit }) =>
    ofBody(family, cost, (body) => body.root && body.style && printed(edit(body.root), body.style)),
  );
  const styled = styleValues(modules).map(({ axis, value, cost }) =>
    ofBody(
      `style ${axis}`,
      cost,
      (body) => body.root && body.style && printed(body.root, { ...body.style, [axis]: value }),
    ),
  );
  return [...layers, ...encoded, ...texts, ...edited, ...styled];
}

function hasOtherNames(tree, root) {
  if (tree.kind !== 'object' || root?.kind !== 'object') return false;
  const namesOf = ({ members }) => members.map(([name]) => name.value).sort();
  return namesOf(tree).join() !== namesOf(root).join();
}

/** What a printer may do otherwise; the rare values cost 2. */
function styleValues({ spacings, asciiSets, hiddenSets, numberPrinters }) {
  const common = ['compact', 'spaced', 'two', 'four', 'tabs', 'none', 'html', 'gson'];
  const costs = { upper: 2, php17: 2, objects: 2, '\r\n': 2 };
  const values = {
    spacing: Object.keys(spacings),
    ascii: Object.keys(asciiSets),
    hidden: Object.keys(hiddenSets),
    numbers: Object.keys(numberPrinters),
    nonAscii: ['raw', 'lower', 'upper'],
    slash: [true, false],
    empties: ['kept', 'arrays', 'objects'],
    tail: ['', '\n', '\r\n'],
  };
  return Object.entries(values).flatMap(([axis, all]) =>
    all.map((value) => {
      const isRare = ['spacing', 'ascii'].includes(axis) && !common.includes(value);
      return { axis, value, cost: isRare ? 2 : (costs[value] ?? 1) };
    }),
  );
}

const hashForms = ({ hashForms: hashes, describeHash }) =>
  hashes
    .filter(({ cost }) => cost > 0)
    .map(({ form, cost }) =>
      formOf('hash', describeHash(form).ids.join('+'), cost, (draft) => ({ ...draft, hash: form })),
    );

function layoutForms(base, { layoutsAt, rightParts }) {
  const isGateway = base.interface === 'gateway';
  const known = isGateway
    ? ['clientId', 'timestamp', 'content', 'method', 'path']
    : ['clientId', 'content', 'method', 'path'];
  const contractParts = rightParts(base.interface);
  return [1, 2].flatMap((cost) =>
    [...layoutsAt(cost, contractParts, known)].map((layout) =>
      formOf('layout', layoutFamily(layout, contractParts), cost, (draft) => ({
        ...draft,
        layout,
      })),
    ),
  );
}

function layoutFamily({ parts, separator, before, after, names }, contractParts) {
  const foreign = parts.filter((part) => !contractParts.includes(part));
  const missing = contractParts.filter((part) => !parts.includes(part));
  const own = parts.filter((part) => contractParts.includes(part));
  const isOrdered = own.join() === contractParts.filter((part) => own.includes(part)).join();
  return [
    foreign.length > 0 && 'foreign part',
    missing.length > 0 && 'missing part',
    !isOrdered && 'order',
    names !== undefined && 'names',
    before + after !== '' && 'around',
    parts.length > 1 && names === undefined && separator !== '.' && 'separator',
  ]
    .filter(Boolean)
    .join(', ');
}

function timeForms(base, { timesAt }) {
  return [1, 2].flatMap((cost) =>
    timesAt(cost, base.timestamp).map((text) =>
      formOf('time', timeFamily(text, base.timestamp), cost, (draft) => ({
        ...draft,
        timestamp: text,
      })),
    ),
  );
}

function timeFamily(text, header) {
  if (/^\d{10}$/u.test(text)) return 'another second';
  if (/^\d{13}$/u.test(text)) return 'milliseconds';
  if (text.trim() === header || text === `"${header}"`) return 'around';
  if (text.replace(/\D/gu, '') === header) return 'a mark in the number';
  if (/\d{4}\D?\d\d\D?\d\d|:\d\d|20\d\d/u.test(text)) return 'a date';
  return 'another text';
}

function clientIdForms(base, { numberReadings, unsetWords }) {
  const own = base.clientId;
  const similar = [own.toUpperCase(), own.toLowerCase(), ` ${own}`, `"${own}"`, `'${own}'`];
  const ended = [' ', '\n', '\r\n', '\t'].map((end) => own + end);
  const otherIds = base.others.map((each) => each.client_id);
  const all = [
    ...similar.map((text) => ['similar', 1, text]),
    ...ended.map((text) => ['ended', 1, text]),
    ...otherIds.map((text) => ['of another profile', 1, text]),
    ['secret', 1, base.secret],
    ...numberReadings(own).map((text) => ['number', 2, text]),
    ...unsetWords.map((text) => ['unset', 2, text]),
  ];
  return all.map(([family, cost, text]) =>
    formOf('client id', family, cost, (draft) => ({ ...draft, clientId: text })),
  );
}

function keyForms(base, { keyForms: keys }) {
  const keyed = (family, cost, key) =>
    formOf('key', family, cost, (draft) => ({
      ...draft,
      key: Buffer.from(key),
      isReadWrongly: !/coded|hashed|utf16|client id/u.test(family),
    }));
  const changed = keys.flatMap(({ id, cost, make }) => {
    const key = make(base.secret);
    return key === undefined ? [] : [keyed(id, cost, key)];
  });
  const member = base.interface === 'gateway' ? 'client_secret' : 'secret_key';
  const ofOthers = base.others.map((each) => keyed('of another profile', 1, each[member]));
  const combined = [`${base.clientId}${base.secret}`, `${base.secret}${base.clientId}`];
  return [
    ...changed,
    ...ofOthers,
    keyed('client id', 1, base.clientId),
    ...combined.map((text) => keyed('client id and secret', 2, text)),
  ];
}

const constructionForms = ({ constructions }) =>
  constructions
    .filter(({ cost }) => cost > 0)
    .map((construction) =>
      formOf('construction', construction.id, construction.cost, (draft) => ({
        ...draft,
        construction,
      })),
    );

/** How the digest is written costs the search nothing. */
const writingForms = (base) =>
  outKnobs.map(({ ids, out }) =>
    formOf('writing', ids.join('+'), 0, (draft) => ({
      ...draft,
      write: (digest) => out(digest, base),
    })),
  );
