import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/** A purchase whose names are known, and the error that the player saw. */
const paste = (code: string): string =>
  `product: gems_100\npackage: com.example.game\nGoogle Play Billing says ${code}\n`;

describe('a refused paste with a code of Google Play Billing', () => {
  it.each([
    'BILLING_UNAVAILABLE',
    'DEVELOPER_ERROR',
    'FEATURE_NOT_SUPPORTED',
    'ITEM_ALREADY_OWNED',
    'ITEM_NOT_OWNED',
    'NETWORK_ERROR',
    'SERVICE_TIMEOUT',
  ])('is kept with the code: %s', async (code) => {
    const home = temporaryFolder();
    await pvg('lookup - --profile local --case T-1', { home, stdin: paste(code) });
    const kept = json(await pvg('journal find T-1 --json', { home }));
    expect(JSON.stringify(kept)).toContain(code);
  });

  it('is kept with what it names', async () => {
    const home = temporaryFolder();
    await pvg('lookup - --profile local --case T-1', { home, stdin: paste('ITEM_ALREADY_OWNED') });
    const kept = JSON.stringify(json(await pvg('journal find T-1 --json', { home })));
    expect(kept).toContain('"product":"gems_100"');
    expect(kept).toContain('"package":"com.example.game"');
  });
});
