import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { WireRequest } from '../../src/contract/wire.js';
import { ask, send, startEmulator, type RunningListener } from '../helpers/listener.js';
import {
  lookupCall,
  purchaseBody,
  sessionCall,
  verifyCall,
  withHeader,
} from '../helpers/signed.js';

interface Content {
  readonly content: {
    readonly 'application/json': { readonly schema: object; readonly example?: unknown };
  };
}
interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly properties?: object }>>;
  };
}

const root = join(import.meta.dirname, '..', '..');
const source = readFileSync(join(root, 'docs', 'openapi.yaml'), 'utf8');
const description = parse(source) as Description;
const operations = Object.entries(description.paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).map(([method, operation]) => ({ path, method, ...operation })),
);

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: 'openapi', ...description });
const here = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object;
function expectValid(what: string, schema: object, value: unknown): void {
  const isValid = ajv.validate(here(schema), value);
  expect([what, isValid, ajv.errorsText()]).toEqual([what, true, 'No errors']);
}
const jsonOf = ({ content }: Content) => content['application/json'];

let emulator: RunningListener;
let authorization = '';
beforeAll(async () => {
  emulator = await startEmulator('');
  authorization = `Bearer ${/token (\S+)/.exec(emulator.context.stderr.text())?.[1] ?? ''}`;
});
afterAll(async () => void (await emulator.stop()));

const control = (method: string, path: string, body?: unknown, token = authorization) =>
  ask(`${emulator.url}${path}`, {
    method: method.toUpperCase(),
    headers: { authorization: token, 'content-type': 'application/json' },
    body: body === undefined ? '' : JSON.stringify(body),
  });

type Call = (base: string) => WireRequest;
const verify = (receipt: string, changes = {}): Call => {
  return (base) => verifyCall(purchaseBody(receipt, changes), { base });
};
const lookup = (receipt: string, changes = {}): Call => {
  return (base) => lookupCall(purchaseBody(receipt, changes), { base });
};
const session = (username: string, gameId = 'demo'): Call => {
  return (base) => sessionCall({ gameId, username }, { base });
};

/** By operation and status: requests that the emulator answers so. */
const provoked: Readonly<Record<string, Readonly<Record<string, readonly Call[]>>>> = {
  verify: {
    200: [verify('demo-purchased')],
    400: [verify('demo-pending', { package: undefined }), verify('demo-pending', { os_id: 3 })],
    401: [(base) => withHeader(verify('x')(base), 'X-Signature', '00')],
    409: [verify('demo-recorded')],
    412: [verify('demo-ios-sandbox', { os_id: 2 })],
    422: [verify('demo-canceled'), verify('demo-pending', { product_id: 'other' })],
    502: [verify('demo-store-down')],
  },
  lookup: {
    200: ['demo-recorded', 'demo-never-received', 'demo-recorded-error', 'unknown'].map((receipt) =>
      lookup(receipt),
    ),
    401: [(base) => withHeader(lookup('x')(base), 'X-Signature', '00')],
    default: [lookup('demo-store-down'), lookup('demo-pending', { product_id: 'other' })],
  },
  session: {
    200: [session('mai'), session('demo-completed')],
    400: [session('')],
    401: [
      (base) => withHeader(session('mai')(base), 'X-Signature'),
      (base) => withHeader(session('mai')(base), 'X-Signature', '00'),
    ],
    403: [session('mai', 'other')],
    409: [session('mai', 'demo-disabled'), session('mai', 'demo-email')],
    429: [session('demo-limited')],
    500: [session('demo-broken')],
  },
};

describe('docs/openapi.yaml', () => {
  it('is a description by the rules of OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { errors } = await validator.validate(source);
    expect([errors, validator.version]).toEqual([undefined, '3.1']);
  });

  it('refers to nothing that it lacks', async () => {
    const validator = new Validator();
    await validator.validate(source);
    expect(() => validator.resolveRefs()).not.toThrow();
  });

  it('has a summary for every operation, which tools show as its name', () => {
    const unnamed = operations.filter(({ summary }) => summary === undefined);
    expect(unnamed.map(({ operationId }) => operationId)).toEqual([]);
  });
});

describe.each(operations.filter(({ path }) => !path.startsWith('/_pvg/')))(
  'docs/openapi.yaml, $operationId',
  ({ operationId, path, requestBody, responses }) => {
    const calls = provoked[operationId] ?? {};

    it('has the statuses that the emulator can be brought to', () => {
      expect(Object.keys(responses).sort()).toEqual(Object.keys(calls).sort());
    });

    it.each(Object.entries(calls))('describes the answers with %s', async (status, requests) => {
      const described = responses[status];
      if (described === undefined) throw new TypeError('no such status');
      const { schema, example } = jsonOf(described);
      for (const call of requests) {
        const request = call(emulator.url);
        const answer = await send(request);
        expect(new URL(request.url).pathname).toBe(path);
        if (status !== 'default') expect(answer.status).toBe(Number(status));
        expectValid(answer.text, schema, JSON.parse(answer.text));
      }
      if (example !== undefined) expectValid('the example', schema, example);
    });

    it('describes a body that the emulator takes, and none that lacks a member', () => {
      if (requestBody === undefined) throw new TypeError('no body');
      const { schema, example } = jsonOf(requestBody);
      expectValid('the example', schema, example);
      expect(ajv.validate(here(schema), {})).toBe(false);
    });
  },
);

describe('docs/openapi.yaml, the control address', () => {
  const ofControl = operations.filter(({ path }) => path.startsWith('/_pvg/'));

  it.each(ofControl)('$method $path', async ({ method, path, requestBody, responses }) => {
    const body = requestBody && jsonOf(requestBody);
    if (body !== undefined) expectValid('the example', body.schema, body.example);
    const answers = {
      200: await control(method, path, body?.example),
      ...(path !== '/_pvg/health' && {
        400: await control(method, `${path}?mistyped=1`, body?.example),
        401: await control(method, path, body?.example, 'Bearer other'),
      }),
    };
    expect(Object.keys(responses)).toEqual(Object.keys(answers));
    for (const [status, answer] of Object.entries(answers)) {
      const described = responses[status];
      if (described === undefined) throw new TypeError('no such status');
      expect([status, String(answer.status)]).toEqual([status, status]);
      expectValid(answer.text, jsonOf(described).schema, JSON.parse(answer.text));
    }
  });

  it('has every path of the address, and no other', async () => {
    const { text } = await control('post', '/_pvg/other', {});
    const [, names = ''] = /one of ([a-z, ]+)\./.exec(text) ?? [];
    expect(names.split(', ').sort()).toEqual(
      [...new Set(ofControl.map(({ path }) => path.replace('/_pvg/', '')))].sort(),
    );
  });

  it.each([
    ['Purchase', 'purchases'],
    ['Player', 'players'],
    ['Game', 'games'],
    ['Rule', 'script'],
    ['Clock', 'clock'],
  ])('names every member of %s, and no other', async (name, path) => {
    const { example } = jsonOf(
      description.paths[`/_pvg/${path}`]?.['post']?.requestBody as Content,
    );
    const [entry] = [example].flat();
    const { text } = await control('post', `/_pvg/${path}`, { ...(entry as object), mistyped: 1 });
    const [, known = ''] = /is not one of ([\w, ]+)/.exec(text) ?? [];
    const { properties = {} } = description.components.schemas[name] ?? {};
    expect(known.split(', ').sort()).toEqual(Object.keys(properties).sort());
  });

  it('describes a request of the journal with and without receipts', async () => {
    await send(verify('demo-recorded')(emulator.url));
    const { schema } = jsonOf(
      description.paths['/_pvg/requests']?.['get']?.responses['200'] as Content,
    );
    for (const query of ['', '?receipts=1']) {
      const { text } = await control('get', `/_pvg/requests${query}`);
      expect(text).toContain('DUPLICATE_TRANSACTION');
      expectValid(text, schema, JSON.parse(text));
    }
  });
});
