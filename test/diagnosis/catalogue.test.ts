import { readFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interfaces } from '../../src/contract/interfaces.js';
import { catalogue, causeIds, costOf, isCauseId } from '../../src/diagnosis/catalogue.js';
import type { CauseGroup } from '../../src/diagnosis/catalogue/entry.js';
import { diagnosisPage } from '../../src/diagnosis/page.js';

const entries = Object.entries(catalogue);
const inGroup = (group: CauseGroup) => entries.filter(([, entry]) => entry.group === group);

describe('the catalogue', () => {
  it('has 137 causes, numbered from 1 without a gap, in that order', () => {
    expect(entries.map(([, { number }]) => number)).toEqual(
      Array.from({ length: 137 }, (_, index) => index + 1),
    );
  });

  // A group that lost an id to another of the same name would be one short.
  it.each<[CauseGroup, number]>([
    ['body-json', 23],
    ['body-text', 18],
    ['body-other', 10],
    ['body-hash', 10],
    ['layout', 15],
    ['secret', 21],
    ['algorithm', 7],
    ['output', 13],
    ['timestamp', 11],
    ['client-id', 5],
    ['headers', 4],
  ])('has in group %s its %i causes', (group, count) => {
    expect(inGroup(group)).toHaveLength(count);
  });

  it.each<[RegExp, CauseGroup]>([
    [/^bodyhash-/, 'body-hash'],
    [/^secret-/, 'secret'],
    [/^alg-/, 'algorithm'],
    [/^out-/, 'output'],
    [/^ts-/, 'timestamp'],
    [/^client-id-/, 'client-id'],
    [/^hdr-/, 'headers'],
  ])('keeps the ids %s in group %s', (pattern, group) => {
    expect(new Set(entries.filter(([id]) => pattern.test(id)).map(([, entry]) => entry.group))).toEqual(
      new Set([group]),
    );
  });

  it('gives each cause the interfaces it can occur on', () => {
    const only = (scheme: string) =>
      causeIds.filter(
        (id) => catalogue[id].interfaces.length === 1 && catalogue[id].interfaces[0] === scheme,
      );
    expect(only('session')).toEqual(['layout-timestamp-prefixed']);
    // What the session interface has no counterpart of: body hash, three parts, timestamp, client id.
    const gatewayParts =
      /^(bodyhash|ts|client-id)-|^layout-(?!timestamp-prefixed)|^secret-is-client-id$|^hdr-(timestamp|client-id)-/;
    expect(only('gateway')).toEqual(causeIds.filter((id) => gatewayParts.test(id)));
    expect(causeIds.filter((id) => catalogue[id].interfaces.join() !== interfaces.join())).toHaveLength(
      only('gateway').length + 1,
    );
  });

  it('counts by commonness', () => {
    const counts = { A: 0, B: 0, C: 0, D: 0 };
    for (const [, { commonness }] of entries) counts[commonness] += 1;
    expect(counts).toEqual({ A: 32, B: 41, C: 44, D: 20 });
  });

  it('costs more, the rarer a cause is', () => {
    expect([
      costOf('body-json-js'),
      costOf('body-json-spaced'),
      costOf('body-crlf'),
      costOf('body-base64'),
    ]).toEqual([1, 2, 3, 4]);
  });

  it('knows its ids from other texts', () => {
    expect(causeIds.every(isCauseId)).toBe(true);
    expect(['', 'toString', 'body-json', '__proto__'].filter(isCauseId)).toEqual([]);
  });
});

describe.each(entries)('%s', (id, { says, typical, fix }) => {
  it('has an id in kebab case', () => {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
  });

  it.each(Object.entries({ says, typical, fix }))('is told in plain sentences: %s', (_, words) => {
    expect(words).toMatch(/^[A-Z`].*[^.\s]\.$/);
    expect(words.length).toBeLessThanOrEqual(300);
    expect(words).not.toMatch(/ {2}|\t|\n/);
    expect(words.split('`').length % 2).toBe(1);
  });

  it('says what happened in one sentence', () => {
    expect(says.replace(/`[^`]*`/g, 'code')).not.toMatch(/[.!?] /);
  });
});

it('tells no two causes in the same words', () => {
  expect(new Set(entries.map(([, { says }]) => says)).size).toBe(entries.length);
});

describe('docs/diagnosis.md', () => {
  const file = join(import.meta.dirname, '..', '..', 'docs', 'diagnosis.md');

  it('is what the catalogue says (else: npm run docs)', async () => {
    const page = await format(diagnosisPage(), { ...(await resolveConfig(file)), filepath: file });
    expect(await readFile(file, 'utf8')).toBe(page);
  });

  it('keeps code out of the prose, where markdown would read it as its own', () => {
    const prose = entries.map(([, { says, typical, fix }]) =>
      [says, typical, fix].join(' ').replace(/`[^`]*`/g, ''),
    );
    expect(prose.filter((words) => /[<>|*[\]\\]/.test(words))).toEqual([]);
  });
});
