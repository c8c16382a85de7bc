import { expect, it } from 'vitest';
import { explainSteps } from '../../src/diagnosis/explain/steps.js';
import { partLabels, templateOf } from '../../src/diagnosis/explain/message-parts.js';
import { bodyItself, sha256HexForm } from '../../src/diagnosis/forms/hashes.js';
import { layoutsAt, renderLayout, type LayoutPart } from '../../src/diagnosis/forms/layouts.js';
import {
  requestParts,
  searchedRequest,
  senderSecrets,
  type SigningSteps,
} from '../../src/diagnosis/signing-steps.js';
import { rightConstruction } from '../../src/diagnosis/forms/constructions.js';
import { credential, diagnosed, hmac, sessionRequest, sha256 } from '../helpers/observed.js';

const key = credential.secretKey ?? '';
const body = '{"gameId":"ember","username":"mai.le","serverId":"s1","roleId":"77"}';
const request = searchedRequest(sessionRequest({ body, signature: '' }));
const known: readonly LayoutPart[] = ['clientId', 'timestamp', 'content', 'method', 'path'];
const layouts = [0, 1, 2].flatMap((cost) => [...layoutsAt(cost, ['content'], known)]);
const reading = { algorithm: 'sha256' as const, wrappers: [], fits: () => true };

/** What each label of a template stands for, by the labels alone. */
const valueOfLabel: Readonly<Record<string, string>> = {
  gameId: 'ember',
  username: 'mai.le',
  serverId: 's1',
  roleId: '77',
  client_id: 'demo-game',
  timestamp: '1790000000',
  body,
  body_hash: sha256(body),
  ...{ METHOD: 'POST', PATH: '/xmdt/session' },
};

it.each(['demo-game', 'ember'])(
  'names the values that the message has, with %s as the id',
  (id) => {
    for (const layout of layouts) {
      for (const content of [body, 'ember', 'mai.le', 's1', '77']) {
        for (const hash of content === body ? [bodyItself, sha256HexForm] : [bodyItself]) {
          const steps = { body: Buffer.from(content), hash, clientId: id };
          const labels = partLabels(steps, request);
          const message = renderLayout(layout, {
            clientId: id,
            timestamp: '1790000000',
            content: hash === bodyItself ? content : sha256(content),
            ...requestParts(request),
            secret: 'secret',
          });
          const named = Object.fromEntries(
            Object.entries(labels).map(([part, label]) => [part, valueOfLabel[label] ?? '']),
          ) as Record<LayoutPart, string>;
          expect(renderLayout(layout, named)).toBe(message);
          expect(templateOf(layout, labels)).not.toBe('');
        }
      }
    }
  },
);

it('never says that one member alone was signed where two were', () => {
  const secrets = senderSecrets('session', credential, []);
  if (secrets === undefined) throw new TypeError('the credential has a secret key');
  const headers = { signature: '', timestamp: undefined, clientId: undefined };
  for (const layout of layouts.filter(({ parts }) => parts.includes('clientId'))) {
    if (!layout.parts.includes('content')) continue;
    const steps: SigningSteps = {
      ...{ body: Buffer.from('mai.le'), hash: bodyItself, layout, timestamp: '1', reading },
      ...{ clientId: 'ember', key: Buffer.from(key), construction: rightConstruction },
    };
    const { ids, says } = explainSteps({ steps, request, headers, secrets });
    const names = [...says.join(' ').matchAll(/`(gameId|username)`/g)].map(([, name]) => name);
    expect(new Set(names)).toEqual(new Set(['gameId', 'username']));
    expect(ids.includes('layout-id-prefixed') && ids.includes('body-values-joined')).toBe(false);
  }
});

it.each(['embermai.le', 'mai.le.ember', 'mai.le|s1', 's1:77', 'ember77mai.le'])(
  'finds the values %s, and shows all that was signed',
  (signed) => {
    const { causes, finding, spent } = diagnosed(
      sessionRequest({ body, signature: hmac(key, signed) }),
    );
    expect({ causes, shown: finding?.difference?.signed }).toEqual({
      causes: ['body-values-joined'],
      shown: signed,
    });
    expect(spent).toBeLessThan(5_000);
  },
);

it('shows the whole message that a session signed', () => {
  const { finding } = diagnosed({
    ...sessionRequest({ body, signature: hmac(key, `1790000000.${body}`) }),
    receivedAt: 1_790_000_000,
  });
  expect(finding?.difference?.signed).toMatch(/^1790000000\.\{"gameId/);
});
