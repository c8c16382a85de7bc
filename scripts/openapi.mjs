// Makes docs/openapi.yaml: both interfaces from the facts of the contract, and the control address of `pvg emulate`.
import { stringify } from 'yaml';

const text = { type: 'string' };
const integer = { type: 'integer' };
const truth = { type: 'boolean' };
const orNull = (type) => ({ type: [type, 'null'] });
const schema = (name) => ({ $ref: `#/components/schemas/${name}` });
const json = (content, example) => ({
  'application/json': example === undefined ? { schema: content } : { schema: content, example },
});
const answer = (description, content, example) => ({
  description,
  content: json(content, example),
});
const object = (properties, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
});
const oneOrMany = (entry) => ({ oneOf: [entry, { type: 'array', items: entry }] });

/** What the store says about an Android purchase (§2.3). */
const receiptInfo = {
  platform: { const: 'android' },
  environment: { type: 'null' },
  quantity: integer,
  purchase_date_ms: { ...integer, description: 'Milliseconds since the epoch.' },
  purchase_state: { enum: [0, 1, 2], description: '0 purchased, 1 cancelled, 2 pending.' },
  region_code: { ...text, description: 'ISO 3166-1 alpha-2.' },
  acknowledgement_state: { enum: [0, 1] },
  order_id: text,
};

/** What was recorded (§2.4): one object for each value of `found`. */
const recorded = object({
  found: { const: true },
  tx_mgmt_id: integer,
  current_state: { ...text, description: 'gateway_verified; other values are not shown.' },
  last_error_code: orNull('string'),
  last_error_message: orNull('string'),
  recorded_for_this_game: truth,
});
const notRecorded = object({
  found: { const: false },
  recorded_for_this_game: truth,
  reason: { const: 'NEVER_RECEIVED_BY_GATEWAY' },
});

const answers = {
  AndroidReceiptInfo: object(receiptInfo),
  VerifySuccess: object({
    success: { const: true },
    transaction_id: { ...text, description: 'Android: the order id. Store it: it is used once.' },
    product_id: text,
    receipt_info: {
      anyOf: [schema('AndroidReceiptInfo'), { type: 'object', title: 'iOS: not shown' }],
    },
  }),
  LookupFound: object({
    order_id: text,
    game_id: integer,
    found: { const: true },
    environment: { type: 'null' },
    transactions: {
      type: 'array',
      items: object({
        ...receiptInfo,
        transaction_id: text,
        product_id: text,
        gateway: { oneOf: [recorded, notRecorded] },
      }),
    },
  }),
  LookupRejected: object({
    order_id: { type: 'null' },
    game_id: integer,
    found: { const: false },
    status: { ...integer, description: 'The status that the store returned.' },
    error: text,
  }),
  GatewayFailure: object({ success: { const: false }, error: text, message: text }),
  Session: object({
    sessionToken: { ...text, description: 'Opaque, valid for 15 minutes, for one use.' },
    expiresAt: { ...text, format: 'date-time' },
    xmdtRequired: truth,
    xmdtCompleted: truth,
  }),
  SessionFailure: object({ code: text, message: text }),
};

const bodyOf = (members, example) => {
  const properties = {};
  const required = [];
  for (const [name, member] of Object.entries(members)) {
    properties[name] = member.among === undefined ? text : { enum: [...member.among] };
    if (member.required === true) required.push(name);
    if (member.required === 'android')
      properties[name] = { ...text, description: 'Android: required.' };
  }
  return { required: true, content: json(object(properties, required), example) };
};

/** One answer for each status that the contract lists, with its codes. */
function listedAnswers(failures, { member, failureSchema, exampleOf }) {
  const codesByStatus = new Map();
  for (const [code, { status }] of Object.entries(failures)) {
    codesByStatus.set(status, [...(codesByStatus.get(status) ?? []), code]);
  }
  const byStatus = [...codesByStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    byStatus.map(([status, codes]) => {
      const narrowed = { properties: { [member]: { enum: codes } } };
      const content = { allOf: [schema(failureSchema), narrowed] };
      return [String(status), answer(codes.join(' or '), content, exampleOf(codes[0]))];
    }),
  );
}

const purchase = { receipt: 'demo-purchased', product_id: 'gems_100', package: 'com.example.game' };

function servicePaths({ records, listedFailures }) {
  const { gateway, session } = records;
  const gatewaySecurity = [{ clientId: [], timestamp: [], signature: [] }];
  const gatewayExample = (error) => ({ success: false, error, message: 'A detail for people.' });
  const gatewayFailures = listedAnswers(listedFailures.gateway, {
    member: 'error',
    failureSchema: 'GatewayFailure',
    exampleOf: gatewayExample,
  });
  const sessionFailures = listedAnswers(listedFailures.session, {
    member: 'code',
    failureSchema: 'SessionFailure',
    exampleOf: (code) => ({ code, message: 'A detail for people.' }),
  });
  return {
    [gateway.paths.verify]: {
      post: {
        operationId: 'verify',
        summary: 'Verify a purchase and record it (§4.1). Grant only if success is true.',
        security: gatewaySecurity,
        requestBody: bodyOf(gateway.bodies.verify, { os_id: 1, ...purchase }),
        responses: { 200: answer('Verified', schema('VerifySuccess')), ...gatewayFailures },
      },
    },
    [gateway.paths.lookup]: {
      post: {
        operationId: 'lookup',
        summary: 'Look up an Android purchase (§4.2). It changes nothing.',
        security: gatewaySecurity,
        requestBody: bodyOf(gateway.bodies.lookup, { os_id: 1, ...purchase }),
        responses: {
          200: answer('Found, or rejected by the store; the status of a rejection is not shown', {
            oneOf: [schema('LookupFound'), schema('LookupRejected')],
          }),
          401: gatewayFailures[401],
          default: answer('The statuses of other failures are not shown', schema('GatewayFailure')),
        },
      },
    },
    [session.paths.session]: {
      post: {
        operationId: 'session',
        summary: 'Mint a session token; says whether the player completed verification (§4.3).',
        security: [{ signature: [] }],
        requestBody: bodyOf(session.bodies.session, { gameId: 'demo', username: 'player-1' }),
        responses: { 200: answer('Minted', schema('Session')), ...sessionFailures },
      },
    },
  };
}

const closed = (properties, required) => ({
  ...object(properties, required),
  additionalProperties: false,
});
const filled = { type: 'string', minLength: 1 };
const atLeast = (minimum) => ({ type: 'integer', minimum });

/** What a test gives to the emulator. */
const orders = {
  Purchase: closed(
    {
      receipt: filled,
      product_id: filled,
      os: { enum: ['android', 'ios'] },
      package: { ...filled, description: 'Android: required.' },
      order_id: filled,
      purchase_state: { enum: [0, 1, 2] },
      acknowledgement_state: { enum: [0, 1] },
      quantity: atLeast(1),
      region_code: filled,
      purchase_date_ms: atLeast(0),
      recorded: truth,
      last_error_code: filled,
    },
    ['receipt', 'product_id'],
  ),
  Player: closed(
    {
      username: filled,
      completed: truth,
      completes_after_s: atLeast(0),
      state: { enum: ['limited', 'broken'] },
    },
    ['username'],
  ),
  Game: closed(
    {
      game_id: filled,
      secret_key: filled,
      xmdt_required: truth,
      enabled: truth,
      email_required: truth,
    },
    ['game_id', 'secret_key'],
  ),
  Rule: closed(
    {
      path: { ...filled, description: 'The end of the path.' },
      receipt: filled,
      receipt_prefix: filled,
      product: filled,
      package: filled,
      username: filled,
      game: filled,
      requests: { ...filled, description: '1, 2-3 or 5-' },
      after_s: atLeast(0),
      until_s: atLeast(0),
      share: { type: 'number', minimum: 0, maximum: 1 },
      status: { type: 'integer', minimum: 400, maximum: 599 },
      do: { enum: ['drop', 'lose-answer', 'answer-late', 'wrong-shape', 'html'] },
      wait_ms: { type: 'integer', minimum: 0, maximum: 600_000 },
    },
    [],
  ),
  Clock: closed({ advance_s: { type: 'integer', minimum: 0, maximum: 1e9 } }),
};

const journal = {
  JournalRequest: object(
    {
      number: integer,
      at: { ...text, format: 'date-time' },
      path: orNull('string'),
      receipt: { ...orNull('string'), description: 'Only with receipts=1.' },
      receipt_fingerprint: orNull('string'),
      outcome: { enum: ['answered', 'lost', 'dropped', 'gone'] },
      status: { ...orNull('integer'), description: 'What the caller got.' },
      code: { ...orNull('string'), description: 'The failure that was decided.' },
      refused: orNull('string'),
      rule: { ...orNull('string'), description: 'The rule that had a part in it.' },
    },
    ['number', 'at', 'path', 'outcome', 'status', 'code', 'refused', 'rule'],
  ),
  ControlFailure: object({ error: text, hint: orNull('string') }),
};

const filters = ['receipt', 'receipt_prefix', 'product', 'package', 'username', 'game'];
const parameters = (names) => names.map((name) => ({ name, in: 'query', schema: filled }));

/** Tools show them as the names of the operations. */
const summaries = {
  health: 'Say whether the emulator accepts requests. Needs no token.',
  addPurchases: 'Add purchases, or replace those with the same receipt',
  addPlayers: 'Add players, or replace those with the same name',
  addGames: 'Add games, or replace those with the same id',
  setScript: 'Replace the rules of the script',
  moveClock: 'Move the clock of the emulator forward',
  reset: 'Make everything as at the start',
  findRequests: 'List the requests that came, with what was decided',
  removeRequests: 'Empty the list of requests',
};

function control(id, { body, example, query = [], result }) {
  const asked =
    body === undefined ? {} : { requestBody: { required: true, content: json(body, example) } };
  return {
    operationId: id,
    summary: summaries[id],
    security: [{ token: [] }],
    ...(query.length > 0 && { parameters: parameters(query) }),
    ...asked,
    responses: {
      200: answer('Done', object(result)),
      400: answer('Something is mistyped; nothing was changed', schema('ControlFailure')),
      401: answer('The token is missing or wrong', schema('ControlFailure')),
    },
  };
}

function controlPaths() {
  const added = { added: integer };
  const list = (name, example) => ({ body: oneOrMany(schema(name)), example, result: added });
  const rules = [{ path: 'verify', requests: '1', do: 'lose-answer' }];
  const ofJournal = [...filters, 'path', 'status', 'outcome'];
  return {
    '/_pvg/health': {
      get: {
        operationId: 'health',
        summary: summaries.health,
        security: [],
        responses: { 200: answer('It answers', object({ status: { const: 'ok' } })) },
      },
    },
    '/_pvg/purchases': {
      post: control('addPurchases', list('Purchase', { ...purchase, receipt: 'r1' })),
    },
    '/_pvg/players': {
      post: control('addPlayers', list('Player', { username: 'mai', completed: true })),
    },
    '/_pvg/games': {
      post: control('addGames', list('Game', { game_id: 'my-game', secret_key: 'my-key' })),
    },
    '/_pvg/script': {
      post: control('setScript', {
        body: oneOrMany(schema('Rule')),
        example: rules,
        query: filters,
        result: { rules: integer },
      }),
    },
    '/_pvg/clock': {
      post: control('moveClock', {
        body: schema('Clock'),
        example: { advance_s: 60 },
        result: { now: { ...text, format: 'date-time' } },
      }),
    },
    '/_pvg/reset': {
      post: control('reset', {
        body: { type: 'object' },
        example: {},
        result: { reset: { const: true } },
      }),
    },
    '/_pvg/requests': {
      get: control('findRequests', {
        query: [...ofJournal, 'receipts'],
        result: {
          count: integer,
          forgotten: integer,
          requests: { type: 'array', items: schema('JournalRequest') },
        },
      }),
      delete: control('removeRequests', { query: ofJournal, result: { deleted: integer } }),
    },
  };
}

/**
 * @param {{ readonly records: object, readonly listedFailures: object }} facts
 * @returns YAML, not yet laid out by prettier
 */
export function openApi({ records, listedFailures }) {
  const key = (name) => ({ type: 'apiKey', in: 'header', name });
  const { clientId, timestamp, signature } = records.gateway.headers;
  const document = {
    openapi: '3.1.0',
    info: {
      title:
        'Purchase verification gateway, session interface, and the control address of pvg emulate',
      // Of this description: the contract shows no version.
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Section numbers are those of docs/service.md. What the contract does not show is not described. How to sign: pvg help signing.',
    },
    servers: [{ url: 'http://127.0.0.1:8787', description: 'pvg emulate' }],
    paths: { ...servicePaths({ records, listedFailures }), ...controlPaths() },
    components: {
      securitySchemes: {
        clientId: key(clientId),
        timestamp: key(timestamp),
        signature: key(signature),
        token: { type: 'http', scheme: 'bearer', description: 'pvg emulate prints it.' },
      },
      schemas: { ...answers, ...orders, ...journal },
    },
  };
  const notice =
    '# `npm run docs` makes this file from the contract’s facts: change scripts/openapi.mjs.\n';
  return notice + stringify(document, { aliasDuplicateObjects: false });
}
