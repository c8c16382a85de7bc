import { WireFailure, type Send } from '../../src/contract/wire.js';
import { fixedUnixSeconds, serviceEnv } from './context.js';
import { answering as answeringWith } from './exchange.js';
import { nonEmptyTexts } from '../../src/text/sentences.js';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSchema } from './schemas.js';
import { printLine } from '../../src/support/journal/entry.js';
import { type JournalEntry, type ReplyEntry } from '../../src/support/journal/entry.js';

/** An answered look-up, unless said otherwise. */
export const entryOf = (given: Partial<JournalEntry> = {}): JournalEntry => ({
  id: '20260921T141320Z-000001',
  at: '2026-09-21T14:13:20.000Z',
  command: 'lookup',
  phase: 'answered',
  profile: 'local',
  environment: 'dev',
  values_of: null,
  interface: 'gateway',
  origin: 'local',
  product: 'gems_100',
  package: 'com.example.game',
  receipt_length: null,
  receipt: 'ce57bf5c0a9b',
  player: null,
  request_sha256: 'b430000311ca33e0d9efd38ff2b2b1e11bf7c5288a6b8a8d9eff5ba96ecf814d',
  order_id: 'GPA.1234-5678-9012-34567',
  asked_order_ids: [],
  chosen_order_id: null,
  questions: [],
  mentions: [],
  purchase_state: '0',
  status: 200,
  code: null,
  exit: 0,
  os: null,
  verdict: { id: 'paid-and-recorded', says: 'Paid.', next: 'Nothing.' },
  advice: 'none',
  case: null,
  attempts: 1,
  duration_ms: 41,
  clock_skew_s: 0,
  facts: [{ label: 'State', value: '0 PURCHASED' }],
  anomalies: [],
  error: null,
  moved_at: null,
  moved_from: null,
  user: 'agent',
  host: 'desk-7',
  version: '0.0.0-test',
  via: null,
  ...given,
});

/** A reply that says nothing, unless said otherwise. */
export const replyOf = (given: Partial<ReplyEntry> = {}): ReplyEntry => ({
  id: '20260921T141500Z-00000a',
  at: '2026-09-21T14:15:00.000Z',
  command: 'reply',
  case: 'T-1',
  call: null,
  situation: null,
  languages: [],
  texts: [],
  moved_at: null,
  moved_from: null,
  profile: null,
  environment: null,
  origin: null,
  receipt: null,
  player: null,
  order_id: null,
  order_ids: nonEmptyTexts(given.order_id),
  user: 'mai',
  host: 'desk-3',
  version: '0.0.0-test',
  via: null,
  ...given,
});

/** The journal's folder of a test's home. */
export const journalIn = (home: string): string => join(home, 'state', 'journal');

/** Of another run of the same user. */
export const monthFile = 'agent@desk-7-00000000-2026-09.ndjson';

/** Writes a file of the journal as another run would have left it. */
export function writeJournal(
  home: string,
  lines: readonly (JournalEntry | string)[],
  name = monthFile,
): void {
  mkdirSync(journalIn(home), { recursive: true, mode: 0o700 });
  const text = lines
    .map((line) => `${typeof line === 'string' ? line : printLine(line)}\n`)
    .join('');
  writeFileSync(join(journalIn(home), name), text);
  chmodSync(join(journalIn(home), name), 0o600);
}

/** Every line of the journal, parsed strictly. */
export const linesOf = (home: string): Record<string, unknown>[] =>
  readdirSync(journalIn(home))
    .sort()
    .flatMap((name) => readFileSync(join(journalIn(home), name), 'utf8').match(/.+/g) ?? [])
    .map((line) => {
      const entry = JSON.parse(line) as Record<string, unknown>;
      if (entry['command'] !== 'reply') checkSchema('journal-entry', entry);
      return entry;
    });

/** What the journal's tests call, and what answers them. */

export const purchase = '--product-id gems_100 --package com.example.game';
export const demo = (receipt: string): string => `--profile local ${purchase} --receipt ${receipt}`;
export const address = 'https://service.example';
export const env = (more: Record<string, string> = {}): Record<string, string> =>
  serviceEnv(address, {
    ...{ PVG_GATEWAY_URL: `${address}/base`, PVG_CLIENT_ID: 'my-client' },
    ...{ PVG_CLIENT_SECRET: 'canary-client-secret', PVG_SECRET_KEY: 'canary-secret-key', ...more },
  });
export const answering = (status: number, body: unknown): Send =>
  answeringWith(status, body, [['date', new Date(fixedUnixSeconds * 1000).toUTCString()]]);
export const losing: Send = () =>
  Promise.reject(new WireFailure('lost', 'the connection was reset'));
export const duplicate = answering(409, {
  success: false,
  error: 'DUPLICATE_TRANSACTION',
  message: '',
});
