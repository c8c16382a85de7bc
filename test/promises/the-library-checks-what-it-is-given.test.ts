import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type * as Diagnosis from '../../src/library/diagnosis.js';
import type * as EmulatorEntry from '../../src/library/emulator.js';
import type * as Signing from '../../src/library/signing.js';

/** The entries as they are published: bundled. */
const entry = async (name: string): Promise<unknown> =>
  import(pathToFileURL(join(import.meta.dirname, `../../dist/library/${name}.js`)).href);
const signing = (await entry('signing')) as typeof Signing;
const { diagnose } = (await entry('diagnosis')) as typeof Diagnosis;
const { startEmulator } = (await entry('emulator')) as typeof EmulatorEntry;

/** A function of the library with arguments of any kind. */
type Loose = (...given: readonly unknown[]) => unknown;
const loose = (called: unknown): Loose => called as Loose;

const emulator = await startEmulator();
afterAll(() => emulator.close());

const canary = 'CANARY-xW9pL7';
const request = { clientId: 'client', timestamp: '1790000000', body: '{"os_id":1}' };
const observed = {
  interface: 'session',
  headers: [['X-Signature', '0'.repeat(64)]],
  body: Buffer.from('{}'),
};
const credentials = { clientId: 'client', clientSecret: 'secret', secretKey: 'key' };
const quick = { elapsed: () => 0, budgetMs: 0 };
const demo = { clientId: 'c', clientSecret: 's', gameId: 'g', secretKey: 'k' };

/** Each argument by its name, with a value that is right. */
interface Entry {
  readonly call: Loose;
  readonly given: readonly (readonly [name: string, right: unknown])[];
}

const secretKey = ['secretKey', 'key'] as const;
const clientSecret = ['clientSecret', 'secret'] as const;
const entries: Readonly<Record<string, Entry>> = {
  signGateway: { call: loose(signing.signGateway), given: [clientSecret, ['request', request]] },
  signSession: { call: loose(signing.signSession), given: [secretKey, ['body', '{}']] },
  gatewayMessage: { call: loose(signing.gatewayMessage), given: [['request', request]] },
  isGatewaySigned: {
    call: loose(signing.isGatewaySigned),
    given: [clientSecret, ['request', request], ['signature', 'x']],
  },
  isSessionSigned: {
    call: loose(signing.isSessionSigned),
    given: [secretKey, ['body', '{}'], ['signature', 'x']],
  },
  diagnose: {
    call: loose(diagnose),
    given: [
      ['request', observed],
      ['credentials', credentials],
      ['options', quick],
    ],
  },
  startEmulator: { call: loose(startEmulator), given: [['options', {}]] },
  setScript: { call: loose(emulator.setScript), given: [['rules', []]] },
  advance: { call: loose(emulator.advance), given: [['seconds', 1]] },
};

/** The error of a call, thrown or rejected. */
async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
}

async function expectTypeError(call: () => unknown, name: string): Promise<void> {
  const error = await errorOf(call);
  expect(error).toBeInstanceOf(Error);
  const { constructor, name: shown, message } = error as Error;
  expect(['TypeError', 'RangeError']).toContain(shown);
  expect(constructor.name).toBe(shown);
  expect(message.startsWith(name), message).toBe(true);
  expect(message).not.toContain(canary);
}

const allArguments = Object.entries(entries).flatMap(([name, { given }]) =>
  given.map(([argument], index) => [name, argument, index] as const),
);

/** The call with one argument replaced. */
function callWith(name: string, index: number, value: unknown): unknown {
  const { call, given } = entries[name] ?? { call: loose(undefined), given: [] };
  return call(...given.map(([, right], place) => (place === index ? value : right)));
}

describe.each(allArguments)('%s, its argument %s', (name, argument, index) => {
  const isOptional = argument === 'options';
  const strangers = [null, 7n, Symbol('x'), () => canary, true, Number.NaN];
  it.each([...(isOptional ? [] : [undefined]), ...strangers].map((value) => [value]))(
    'is refused by its name when it is %o',
    async (value) => {
      await expectTypeError(() => callWith(name, index, value), argument);
    },
  );
});

const objects = allArguments.filter(
  ([name, argument]) =>
    ['request', 'credentials', 'options'].includes(argument) && name !== 'advance',
);

it.each(objects)('%s names a member that its %s does not have', async (name, argument, index) => {
  const [, right] = entries[name]?.given[index] ?? [];
  for (const misspelt of ['client_id', 'Body', 'timeout', '__proto__x']) {
    const wrong = { ...(right as object), [misspelt]: canary };
    await expectTypeError(
      () => callWith(name, index, wrong),
      `${argument} has no member ${misspelt}`,
    );
  }
});

describe('a secret that signs nothing', () => {
  it.each([[undefined], [null], [''], [new Uint8Array()], [Buffer.alloc(0)], [{ canary }]])(
    'is a TypeError that names it: %o',
    async (secret) => {
      await expectTypeError(() => loose(signing.signGateway)(secret, request), 'clientSecret');
      await expectTypeError(() => loose(signing.signSession)(secret, '{}'), 'secretKey');
      await expectTypeError(
        () => loose(signing.isGatewaySigned)(secret, request, 'x'),
        'clientSecret',
      );
      await expectTypeError(() => loose(signing.isSessionSigned)(secret, '{}', 'x'), 'secretKey');
    },
  );

  it('is missing in a diagnosis: the member of the interface is named', async () => {
    const gateway = { ...observed, interface: 'gateway' };
    const wrong = [{}, { clientSecret: '' }, { clientSecret: 7 }, { secretKey: 'key' }];
    for (const given of wrong)
      await expectTypeError(
        () => loose(diagnose)(gateway, given, quick),
        'credentials.clientSecret',
      );
    await expectTypeError(
      () => loose(diagnose)(observed, { clientSecret: 's' }, quick),
      'credentials.secretKey',
    );
  });
});

describe('a member of the wrong type or size', () => {
  it.each<[name: string, index: number, path: string, changes: object]>([
    ['signGateway', 1, 'request.clientId', { clientId: undefined }],
    ['signGateway', 1, 'request.timestamp', { timestamp: 1_790_000_000 }],
    ['signGateway', 1, 'request.body', { body: { os_id: 1 } }],
    ['gatewayMessage', 0, 'request.body', { body: new ArrayBuffer(2) }],
    ['isGatewaySigned', 1, 'request.timestamp', { timestamp: undefined }],
    ['diagnose', 0, 'request.interface', { interface: 'Gateway' }],
    ['diagnose', 0, 'request.headers', { headers: canary }],
    ['diagnose', 0, "request.headers['X-Signature']", { headers: { 'X-Signature': 7 } }],
    ['diagnose', 0, 'request.headers[0]', { headers: [['X-Signature']] }],
    ['diagnose', 0, 'request.headers[0][1]', { headers: [['X-Signature', [canary]]] }],
    ['diagnose', 0, 'request.body', { body: { os_id: 1 } }],
    ['diagnose', 0, 'request.method', { method: 7 }],
    ['diagnose', 0, 'request.url', { url: new URL('https://gateway.example') }],
    ['diagnose', 0, 'request.receivedAt', { receivedAt: '1790000000' }],
    ['diagnose', 0, 'request.receivedAt', { receivedAt: Number.NaN }],
    ['diagnose', 1, 'credentials.clientId', { clientId: 7 }],
    ['diagnose', 2, 'options.elapsed', { elapsed: 0 }],
    ['diagnose', 2, 'options.budgetMs', { budgetMs: '5000' }],
    ['diagnose', 2, 'options.budgetMs', { budgetMs: -1 }],
    ['diagnose', 2, 'options.deep', { deep: 'yes' }],
    ['startEmulator', 0, 'options.port', { port: '8787' }],
    ['startEmulator', 0, 'options.port', { port: 65_536 }],
    ['startEmulator', 0, 'options.port', { port: 1.5 }],
    ['startEmulator', 0, 'options.now', { now: Date.now() }],
    ['startEmulator', 0, 'options.purchases', { purchases: {} }],
    ['startEmulator', 0, 'options.players', { players: canary }],
    ['startEmulator', 0, 'options.games', { games: 7 }],
    ['startEmulator', 0, 'options.script', { script: null }],
    [
      'startEmulator',
      0,
      'options.credentials.secretKey',
      { credentials: { ...demo, secretKey: '' } },
    ],
    [
      'startEmulator',
      0,
      'options.credentials has no member key',
      { credentials: { ...demo, key: canary } },
    ],
  ])('of %s is a TypeError: argument %i, %s', async (name, index, path, changes) => {
    const [, right] = entries[name]?.given[index] ?? [];
    await expectTypeError(() => callWith(name, index, { ...(right as object), ...changes }), path);
  });

  it('of advance is one, too', async () => {
    for (const wrong of ['1', Number.NaN, -1, Infinity])
      await expectTypeError(() => loose(emulator.advance)(wrong), 'seconds');
  });
});

describe('an error about data has the name of its class in the bundle', () => {
  const namesOf = (error: unknown) => [(error as Error).name, (error as Error).constructor.name];
  const names = ['PvgError', 'PvgError'];

  it('for a wrong entry', async () => {
    const wrong: readonly (() => unknown)[] = [
      () => loose(startEmulator)({ players: [{ name: 'mai' }] }),
      () => startEmulator({ script: [{}] }),
      () => loose(emulator.addPurchases)(7),
      () => loose(emulator.addPlayers)([{ username: 'mai' }]),
      () => loose(emulator.setScript)([canary]),
    ];
    for (const call of wrong) {
      const error = await errorOf(call);
      expect(namesOf(error)).toEqual(names);
      expect((error as Error).message).toMatch(/entry 1/);
      expect((error as Error).message).not.toContain(canary);
    }
  });

  const cyclic: Record<string, unknown> = { username: 'mai' };
  cyclic.self = cyclic;
  const strange: readonly (readonly [what: string, entry: unknown])[] = [
    ['a number that JSON does not have', { receipt: 1n, username: 1n, game_id: 1n, path: 1n }],
    ['an object that is in itself', cyclic],
    ['a member that throws when JSON is made of it', { toJSON: () => cyclic.missing }],
    ['a text', canary],
    ['a list', [canary]],
    ['a function', () => canary],
    ['nothing', undefined],
  ];
  const lists: readonly (readonly [argument: string, call: (entry: unknown) => unknown])[] = [
    ['options.purchases', (entry) => loose(startEmulator)({ purchases: [entry] })],
    ['options.players', (entry) => loose(startEmulator)({ players: [entry] })],
    ['options.games', (entry) => loose(startEmulator)({ games: [entry] })],
    ['options.script', (entry) => loose(startEmulator)({ script: [entry] })],
    ['purchases', (entry) => loose(emulator.addPurchases)(entry)],
    ['players', (entry) => loose(emulator.addPlayers)(entry)],
    ['rules', (entry) => loose(emulator.setScript)([entry])],
  ];
  describe.each(lists)('for an entry of %s, named by it, when it is', (argument, call) => {
    it.each(strange)('%s', async (_what, entry) => {
      const error = await errorOf(() => call(entry));
      expect(namesOf(error)).toEqual(names);
      const { message } = error as Error;
      expect(message.startsWith(`${argument} cannot be used: entry 1`), message).toBe(true);
      expect(message).not.toContain(canary);
    });
  });

  it('and none for a member that is undefined', async () => {
    const purchase = { receipt: 'r', product_id: 'p', package: 'k', quantity: undefined };
    expect(await errorOf(() => loose(emulator.addPurchases)(purchase))).toBeUndefined();
  });

  it('for a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    expect(namesOf(await errorOf(() => startEmulator({ port })))).toEqual(names);
    other.close();
  });
});

describe('what is right', () => {
  it('is signed, also from bytes of another realm and with an empty body', () => {
    const headers = signing.signSession('key', '{}');
    const foreign = runInNewContext('new Uint8Array([0x7b, 0x7d])') as Uint8Array;
    expect(signing.signSession('key', foreign)).toEqual(headers);
    expect(signing.isSessionSigned(Buffer.from('key'), foreign, headers['X-Signature'] ?? '')).toBe(
      true,
    );
    expect(signing.isSessionSigned('key', '{}', '')).toBe(false);
    expect(signing.signSession('key', '')['X-Signature']).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is diagnosed with members that are undefined', () => {
    const given = { ...observed, method: undefined, url: undefined, receivedAt: undefined };
    const found = loose(diagnose)(
      given,
      { secretKey: 'key', clientId: undefined },
      { ...quick, deep: undefined },
    );
    expect(found).toMatchObject({ match: false });
  });
});

it('whatever is given, no signature is a text of pvg, and every error has a real name', () => {
  const anything = fc.oneof(fc.anything(), fc.constant('key'), fc.constant(request));
  fc.assert(
    fc.property(anything, anything, (first, second) => {
      for (const sign of [signing.signGateway, signing.signSession])
        try {
          const { 'X-Signature': signature } = loose(sign)(first, second) as Record<string, string>;
          expect(signature).toMatch(/^[0-9a-f]{64}$/);
        } catch (error) {
          if (!(error instanceof TypeError)) throw error;
        }
    }),
  );
});
