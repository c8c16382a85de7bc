import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { type Interface, interfaces, interfaceRecords } from '../../src/contract/interfaces.js';
import {
  causes,
  codeKind,
  concernsInterface,
  fixText,
} from '../../src/diagnosis/catalogue/catalogue.js';
import { requestProblemIds } from '../../src/diagnosis/catalogue/request-problems.js';
import { diagnosisPage } from '../../scripts/diagnosis-page.mjs';
import { fixes, type FixKind } from '../../src/languages/fixes.js';
import { pvg } from '../helpers/pvg.js';

const ids = causes.map(({ id }) => id);
const causeNamed = (id: string) => causes.find((each) => each.id === id);
const plain = (words: string): string => words.replace(/`[^`]*`/g, 'code');

describe('the catalogue', () => {
  it('has each id and each sentence once', () => {
    for (const texts of [ids, causes.map(({ mistake }) => mistake)])
      expect(new Set(texts).size).toBe(texts.length);
  });

  it('gives each cause the interfaces it can occur on', () => {
    const of = (id: string) =>
      interfaces.filter((each) =>
        concernsInterface(causeNamed(id) ?? { appliesTo: 'body' }, interfaceRecords[each]),
      );
    const only = (scheme: Interface) => ids.filter((id) => of(id).join() === scheme);
    expect(only('session')).toEqual([
      'body-file-name',
      'layout-id-prefixed',
      'layout-timestamp-prefixed',
    ]);
    // What the session interface has no counterpart of: body hash, three parts, timestamp, client id.
    const gatewayParts =
      /^(bodyhash|ts|client-id)-|^layout-(?!timestamp-prefixed|id-prefixed|header-added|method-path|secret-in-message|template-unfilled)|^hdr-(timestamp|client-id|values)-/;
    expect(only('gateway')).toEqual(ids.filter((id) => gatewayParts.test(id)));
    expect(ids.filter((id) => of(id).length === 0)).toEqual([]);
  });

  it('is told in plain sentences', () => {
    for (const { id, mistake, typicalSenders, fix } of causes) {
      expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
      expect(plain(mistake)).not.toMatch(/[.!?] /);
      for (const words of [mistake, typicalSenders, fix]) {
        expect(words).toMatch(/^[A-Z`].*[^.\s]\.$/);
        expect(words.length).toBeLessThanOrEqual(300);
        expect(words).not.toMatch(/ {2}|\t|\n/);
        expect(words.split('`').length % 2).toBe(1);
        // Markdown would read it as its own.
        expect(plain(words)).not.toMatch(/[<>|*[\]\\]/);
      }
    }
  });

  it('says of each problem of a request what it means, and leads to a diagnosis with the secret', async () => {
    expect(requestProblemIds).toContain('request-members');
    const meanings = new Set<string | undefined>();
    for (const id of requestProblemIds) {
      const { status, out } = await pvg(['explain-error', id]);
      const [meaning] = out.split('\n');
      meanings.add(meaning);
      expect([id, status, out]).toEqual([id, 0, expect.stringContaining('Typical of: ')]);
      // Only a session has a gameId.
      const secret =
        id === 'request-game'
          ? '--secret-key-file "$SECRET_KEY_FILE"'
          : '--client-secret-file "$CLIENT_SECRET_FILE"';
      expect(out).toContain(`"$REQUEST_FILE" ${secret}`);
    }
    expect(meanings.size).toBe(requestProblemIds.length);
    const unknown = await pvg('explain-error request-membrs');
    expect([unknown.status, unknown.out + unknown.err]).toEqual([
      2,
      expect.stringContaining('request-members'),
    ]);
  });

  it('is docs/diagnosis.md (else: npm run docs)', async () => {
    const file = join(import.meta.dirname, '..', '..', 'docs', 'diagnosis.md');
    const options = { ...(await resolveConfig(file)), filepath: file };
    const page = await format(
      diagnosisPage({ causes, concernsInterface, records: interfaceRecords }),
      options,
    );
    expect(await readFile(file, 'utf8')).toBe(page);
  });
});

/** `test/languages/` has the code. */
describe('the fix of a cause', () => {
  it.each<[id: string, of: Interface, kind: FixKind]>([
    ['body-json-php', 'gateway', 'serialise-once'],
    ['body-trailing-newline', 'session', 'bytes-unchanged'],
    ['body-charset-utf16', 'session', 'utf8-bytes'],
    ['body-empty-placeholder', 'gateway', 'empty-body'],
    ['scheme-confused', 'gateway', 'message-layout'],
    ['scheme-confused', 'session', 'session-message'],
    ['layout-timestamp-prefixed', 'session', 'session-message'],
    ['secret-trailing-newline', 'gateway', 'secret-trim'],
    ['secret-base64-decoded', 'session', 'secret-as-text'],
  ])('of %s on the %s is %s', (id, interfaceName, kind) => {
    expect(codeKind(causeNamed(id) ?? { fixKind: 'headers' }, interfaceName)).toBe(kind);
  });

  it('has code, and never sends to the session interface what only the gateway has', () => {
    const gatewayKinds: FixKind[] = ['body-hash', 'message-layout', 'unix-seconds', 'client-id'];
    expect(causes.filter(({ fixKind }) => !Object.hasOwn(fixes, fixKind))).toEqual([]);
    const onSession = causes.filter((each) => concernsInterface(each, interfaceRecords.session));
    expect(onSession.filter((each) => gatewayKinds.includes(codeKind(each, 'session')))).toEqual(
      [],
    );
    const ofGatewayAlone = onSession.filter(({ id }) => {
      const text = fixText([id], undefined, 'session');
      return text.includes('gateway') && !text.includes('session');
    });
    expect(ofGatewayAlone.map(({ id }) => id)).toEqual([]);
  });
});
