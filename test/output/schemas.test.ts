import { describe, expect, it } from 'vitest';
import { exitStatuses } from '../../src/failure.js';
import { pvgCodes } from '../../src/failure.js';
import { json, pvg } from '../helpers/pvg.js';
import { checkSchema, readSchema } from '../helpers/schemas.js';

describe('the published schemas', () => {
  const local = '--profile local --product-id gems_100 --package com.example.game';

  // Everywhere else `json` checks what the tests see; here is what it must not let pass.
  it.each<[string, Record<string, unknown>]>([
    ['a member that is missing', { anomalies: undefined }],
    ['a member that nobody promised', { surprise: 1 }],
    ['an exit status that pvg does not have', { exit: 99 }],
    ['an advice that is none', { advice: 'maybe' }],
    ['a verdict without words', { verdict: { id: 'pending' } }],
  ])('refuse %s', async (_what, spoiled) => {
    const printed = json(await pvg(`lookup ${local} --receipt demo-recorded --json`));
    expect(() => {
      checkSchema('result', JSON.parse(JSON.stringify({ ...printed, ...spoiled })));
    }).toThrow('not a result');
  });

  it('know every exit status', () => {
    const { properties } = readSchema('result') as { properties: { exit: { enum: number[] } } };
    expect(properties.exit.enum).toEqual(Object.keys(exitStatuses).map(Number));
  });

  it('are where `pvg help json` says, which has every code of pvg itself', async () => {
    const { out } = await pvg('help json');
    expect(out).toContain('docs/schemas');
    for (const code of Object.keys(pvgCodes)) expect(out).toContain(code);
  });
});
