import { readFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { interfaces, records, type Interface } from '../../src/contract/interfaces.js';
import {
  catalogue,
  causeIds,
  groups,
  isCauseId,
  type CauseId,
} from '../../src/diagnosis/catalogue/catalogue.js';
import { isOf, type Cause } from '../../src/diagnosis/catalogue/cause.js';
import { diagnosisPage } from '../../src/diagnosis/catalogue/page.js';

const entries = Object.entries<Cause>(catalogue);

describe('the catalogue', () => {
  it('loses no cause to another of the same id', () => {
    expect(groups.flatMap(({ causes }) => Object.keys(causes))).toEqual(causeIds);
  });

  it('gives each cause the interfaces it can occur on', () => {
    const of = (id: CauseId) => interfaces.filter((each) => isOf(catalogue[id], records[each]));
    const only = (scheme: Interface) => causeIds.filter((id) => of(id).join() === scheme);
    expect(only('session')).toEqual(['layout-timestamp-prefixed']);
    // What the session interface has no counterpart of: body hash, three parts, timestamp, client id.
    const gatewayParts =
      /^(bodyhash|ts|client-id)-|^layout-(?!timestamp-prefixed)|^secret-is-client-id$|^hdr-(timestamp|client-id)-/;
    expect(only('gateway')).toEqual(causeIds.filter((id) => gatewayParts.test(id)));
    expect(causeIds.filter((id) => of(id).length === 0)).toEqual([]);
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
