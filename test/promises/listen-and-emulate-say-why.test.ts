import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { WireRequest } from '../../src/contract/wire.js';
import { fixedUnixSeconds, temporaryFolder } from '../helpers/context.js';
import { send, startEmulator, startListener, type RunningListener } from '../helpers/listener.js';
import { pvg } from '../helpers/pvg.js';
import {
  lookupCall,
  purchaseBody,
  sessionCall,
  verifyCall,
  withHeader,
} from '../helpers/signed.js';

interface Told {
  readonly ok: boolean;
  readonly exit: number;
  readonly verdict: { readonly id: string; readonly says: string; readonly next: string };
  readonly lint: readonly object[];
  readonly answered: { readonly status: number; readonly code: string | null };
}

type Call = (base: string) => WireRequest;
const verify = (receipt: string, changes = {}): Call => {
  const body = purchaseBody(receipt, changes);
  return (base) => verifyCall(body, { base });
};
const session = (body: object): Call => {
  return (base) => sessionCall(body, { base });
};

const running: RunningListener[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
});

async function told(call: Call, line = '--profile local'): Promise<Told> {
  const listener = await startListener(`${line} --json`);
  running.push(listener);
  await send(call(listener.url));
  return (await listener.objects(1))[0] as unknown as Told;
}

const player = { gameId: 'demo', username: 'player-1' };

describe('pvg listen, of a member that is null,', () => {
  it.each<[member: string, call: Call]>([
    ['player_id', verify('demo-purchased', { player_id: null })],
    ['serverId', session({ ...player, serverId: null })],
  ])(
    'says that it is null and may be left out, and does not call it required: %s',
    async (member, call) => {
      const { ok, verdict, lint, answered } = await told(call);
      expect([ok, verdict.id, answered.status, lint.length]).toEqual([
        true,
        'signature-right',
        200,
        1,
      ]);
      const says = `${verdict.says} ${verdict.next}`;
      expect(says).toMatch(new RegExp(`${member}[^]*\\bnull\\b[^]*leave [^]* out`, 'i'));
      expect(says).not.toMatch(/required|lacks/);
    },
  );

  it.each<[member: string, call: Call]>([
    ['receipt', verify('demo-purchased', { receipt: null })],
    ['os_id', verify('demo-purchased', { os_id: null })],
    ['username', session({ gameId: 'demo', username: null })],
  ])('says that it is lacking where it is required: %s', async (member, call) => {
    const { ok, exit, verdict, answered } = await told(call);
    expect({ ok, exit, status: answered.status }).toEqual({ ok: false, exit: 5, status: 400 });
    expect(`${verdict.says} ${verdict.next}`).toMatch(new RegExp(`\`${member}\`.*\\brequired\\b`));
  });

  it('does not say of an optional number that a required field is missing', async () => {
    const { verdict } = await told(verify('demo-purchased', { player_id: 42 }));
    expect(verdict.says).toMatch(/^(?!.*(?:lacks|required)).*player_id/s);
  });
});

describe('pvg listen, of a right request for a receipt that the emulator’s store does not know,', () => {
  const purchase = { receipt: 'my-own-receipt', product_id: 'gems_500', package: 'com.my.game' };
  const own = verify(purchase.receipt, purchase);

  it('says so, and names both ways on', async () => {
    const { ok, verdict, answered } = await told(own);
    expect([ok, answered]).toMatchObject([false, { status: 422, code: 'VERIFICATION_FAILED' }]);
    for (const way of ['--store', '--signature-only']) expect(verdict.next).toContain(way);
  });

  it('counts it as right with --signature-only', async () => {
    const listener = await startListener('--profile local --signature-only --expect 1 --json');
    await send(own(listener.url));
    const right = {
      ok: true,
      exit: 0,
      verdict: { id: 'signature-right' },
      answered: { status: 422 },
    };
    expect(await listener.objects(1)).toMatchObject([right]);
    expect(await listener.ended).toBe(0);
  });

  it.each<[what: string, call: Call]>([
    ['a wrong signature', (base) => withHeader(own(base), 'X-Signature', '00'.repeat(32))],
    ['a product that is not the purchase’s', verify('demo-purchased', { product_id: 'other' })],
    ['a purchase that is cancelled', verify('demo-canceled')],
    ['a game that is not known', session({ gameId: 'other', username: 'p' })],
  ])('excuses nothing else with --signature-only: %s', async (_what, call) => {
    expect((await told(call, '--profile local --signature-only')).ok).toBe(false);
  });

  it('knows the purchases of --store, and refuses a --store that it cannot read before it listens', async () => {
    const store = join(temporaryFolder(), 'store.json');
    const line = `--profile local --store ${store}`;
    for (const text of [undefined, '{"receipt":', '[{"receipt":"only"}]']) {
      if (text !== undefined) writeFileSync(store, text);
      const { status, err } = await pvg(`listen ${line}`);
      expect([status, err]).toEqual([2, expect.stringContaining('store')]);
      expect(err).not.toContain('listening');
    }
    writeFileSync(store, JSON.stringify([purchase]));
    expect(await told(own, line)).toMatchObject({ ok: true, answered: { status: 200 } });
  });
});

describe('pvg emulate says why it refuses', () => {
  const right: Call = (base) => lookupCall(purchaseBody('demo-recorded'), { base });
  const without = (name: string, value?: string): Call => {
    return (base) => withHeader(right(base), name, value);
  };
  const capitals: Call = (base) =>
    withHeader(right(base), 'X-Signature', right(base).headers.at(-1)?.[1].toUpperCase());
  const ms = `${String(fixedUnixSeconds)}000`;
  // The moment of a clock that is 400 s ahead.
  const ahead = /X-Timestamp.*400 seconds.*emulator’s clock.*2026-09-21T14:20:00/;

  it.each<[what: string, call: Call, says: RegExp, options?: string]>([
    ['the clock of --clock-skew', right, ahead, '--clock-skew 400'],
    ['no client id', without('X-Client-ID'), /X-Client-ID/],
    ['another client id', without('X-Client-ID', 'other'), /X-Client-ID/],
    ['no signature', without('X-Signature'), /X-Signature/],
    ['a wrong signature', without('X-Signature', '00'.repeat(32)), /X-Signature/],
    ['upper-case hex', capitals, /upper case/],
    [
      'ms',
      (base) => lookupCall(purchaseBody('demo-recorded'), { base, timestamp: ms }),
      /^X-Timestamp is in milliseconds; Unix seconds have 10 digits\.$/,
    ],
    ['a missing member', verify('demo-purchased', { package: undefined }), /package/],
    ['another product', verify('demo-purchased', { product_id: 'other' }), /product_id/],
    ['a wrong key', (base) => sessionCall(player, { base, secret: 'other' }), /signature/],
    ['a game that is not known', session({ gameId: 'other', username: 'p' }), /gameId/],
    [
      'a path that is not known',
      (base) => ({ ...right(base), url: `${base}/iap/gateway/other` }),
      /path/,
    ],
    ['nothing of what it accepts', right, /^$/],
  ])('%s', async (_what, call, says, options = '') => {
    const emulator = await startEmulator(`--json ${options}`);
    running.push(emulator);
    await send(call(emulator.url));
    const [, object = ''] = await emulator.lines(2);
    expect((JSON.parse(object) as { refused: string | null }).refused ?? '').toMatch(says);
  });

  it('or leads once to where it does, but not for a fault that somebody asked for', async () => {
    const [emulator, failing, quiet] = [
      await startEmulator(''),
      await startEmulator('--fault 503:1'),
      await startEmulator('--quiet'),
    ];
    running.push(emulator, failing, quiet);
    const unsigned = without('X-Signature');
    for (const { url } of [emulator, emulator, failing, quiet]) await send(unsigned(url));
    const notesOf = ({ context }: RunningListener): string[] =>
      context.stderr.text().match(/^Refused a request .*/gm) ?? [];
    expect(notesOf(emulator)).toEqual([
      'Refused a request (HTTP 401). `pvg emulate -v` and `pvg listen` say why. Later refusals are not shown.',
    ]);
    expect([notesOf(failing), notesOf(quiet)]).toEqual([[], []]);
  });

  it('and at its start how far its clock is off', async () => {
    const emulator = await startEmulator('--clock-skew -400');
    running.push(emulator);
    expect(emulator.context.stderr.text()).toMatch(/400 seconds behind/);
  });
});
