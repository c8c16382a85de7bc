import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { WireRequest } from '../../src/contract/wire.js';
import { fixedUnixSeconds, temporaryFolder } from '../support/context.js';
import { send, startEmulator, startListener, until, type RunningListener } from '../support/listener.js';
import { pvg } from '../support/pvg.js';
import { lookupCall, purchaseBody, sessionCall, verifyCall, withHeader } from '../support/signed.js';

interface Told {
  readonly ok: boolean;
  readonly exit: number;
  readonly verdict: { readonly id: string; readonly says: string; readonly next: string };
  readonly lint: readonly { readonly id: string; readonly says: string; readonly fix: string }[];
  readonly answered: { readonly status: number; readonly code: string | null };
}

type Call = (base: string) => WireRequest;
const verify =
  (receipt: string, changes: Record<string, unknown> = {}): Call =>
  (base) =>
    verifyCall(purchaseBody(receipt, changes), { base });
const session =
  (body: Record<string, unknown>): Call =>
  (base) =>
    sessionCall(body, { base });

const running: RunningListener[] = [];
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop();
});

async function told(call: Call, line = '--profile local'): Promise<Told> {
  const listener = await startListener(`${line} --json`);
  running.push(listener);
  await send(call(listener.url));
  const [first] = await listener.objects(1);
  return first as unknown as Told;
}

const player = { gameId: 'demo', username: 'player-1' };

describe('pvg listen, of a member that is null,', () => {
  const optional: [member: string, call: Call][] = [
    ['player_id', verify('demo-purchased', { player_id: null })],
    ['game_version', verify('demo-purchased', { game_version: null })],
    ['serverId', session({ ...player, serverId: null })],
    ['roleId', session({ ...player, roleId: null })],
  ];
  it.each(optional)(
    'says that it is null and that it may be left out, and does not call it required: %s',
    async (member, call) => {
      const { ok, verdict, lint, answered } = await told(call);
      expect([ok, verdict.id, answered.status]).toEqual([true, 'signature-right', 200]);
      const says = `${verdict.says} ${verdict.next}`;
      expect(says).toContain(member);
      expect(says).toMatch(/\bnull\b/);
      expect(says).toMatch(/leave .* out/i);
      expect(says).not.toMatch(/required|lacks/);
      expect(lint).toHaveLength(1);
    },
  );

  const required: [member: string, call: Call][] = [
    ['receipt', verify('demo-purchased', { receipt: null })],
    ['package', verify('demo-purchased', { package: null })],
    ['os_id', verify('demo-purchased', { os_id: null })],
    ['username', session({ gameId: 'demo', username: null })],
  ];
  it.each(required)('says that it is lacking where it is required: %s', async (member, call) => {
    const { ok, exit, verdict, answered } = await told(call);
    expect({ ok, exit, status: answered.status }).toEqual({ ok: false, exit: 5, status: 400 });
    expect(`${verdict.says} ${verdict.next}`).toMatch(new RegExp(`\`${member}\`.*\\brequired\\b`));
  });

  it('does not say of an optional number that a required field is missing', async () => {
    const { verdict } = await told(verify('demo-purchased', { player_id: 42 }));
    expect(verdict.says).toContain('player_id');
    expect(verdict.says).not.toMatch(/lacks|required/);
  });
});

describe('pvg listen, of a right request for a receipt that the emulator’s store does not know,', () => {
  const own = verify('my-own-receipt', { product_id: 'gems_500', package: 'com.my.game' });

  it('says so, and names both ways on', async () => {
    const { ok, verdict, answered } = await told(own);
    expect([ok, answered.status, answered.code]).toEqual([false, 422, 'VERIFICATION_FAILED']);
    expect(verdict.next).toContain('--store');
    expect(verdict.next).toContain('--signature-only');
  });

  it('counts it as right with --signature-only', async () => {
    expect(await told(own, '--profile local --signature-only')).toMatchObject({
      ok: true,
      exit: 0,
      verdict: { id: 'signature-right' },
      answered: { status: 422 },
    });
    const listener = await startListener('--profile local --signature-only --expect 1');
    await send(own(listener.url));
    expect(await listener.ended).toBe(0);
  });

  const refused: [what: string, call: Call][] = [
    ['a wrong signature', (base) => withHeader(own(base), 'X-Signature', '00'.repeat(32))],
    ['a product that is not the purchase’s', verify('demo-purchased', { product_id: 'other' })],
    ['a purchase that is cancelled', verify('demo-canceled')],
    ['a game that is not known', session({ gameId: 'other', username: 'p' })],
  ];
  it.each(refused)('excuses nothing else with --signature-only: %s', async (_what, call) => {
    expect((await told(call, '--profile local --signature-only')).ok).toBe(false);
  });

  it('knows the purchases of --store', async () => {
    const store = join(temporaryFolder(), 'store.json');
    const purchase = { receipt: 'my-own-receipt', product_id: 'gems_500', package: 'com.my.game' };
    writeFileSync(store, JSON.stringify([purchase]));
    expect(await told(own, `--profile local --store ${store}`)).toMatchObject({
      ok: true,
      answered: { status: 200 },
    });
  });

  it('refuses a --store that it cannot read, before it listens', async () => {
    const store = join(temporaryFolder(), 'store.json');
    for (const text of [undefined, '{"receipt":', '[{"receipt":"only"}]']) {
      if (text !== undefined) writeFileSync(store, text);
      const { status, err } = await pvg(`listen --profile local --store ${store}`);
      expect(status).toBe(2);
      expect(err).toContain('store');
      expect(err).not.toContain('listening');
    }
  });
});

describe('pvg emulate says why it refuses', () => {
  /** The line of -v, and the object of --json. */
  async function refusalOf(call: Call, options = ''): Promise<string[]> {
    const emulator = await startEmulator(`-v ${options}`);
    running.push(emulator);
    const objects = await startEmulator(`--json ${options}`);
    running.push(objects);
    for (const { url } of [emulator, objects]) await send(call(url));
    const { stderr } = emulator.context;
    const line = await until(() => Promise.resolve(/^\S+ POST .*$/m.exec(stderr.text())?.[0]));
    const [, object = ''] = await objects.lines(2);
    return [line, (JSON.parse(object) as { refused: string | null }).refused ?? ''];
  }

  const right: Call = (base) => lookupCall(purchaseBody('demo-recorded'), { base });
  const clock = new Date((fixedUnixSeconds + 400) * 1000).toISOString().slice(0, 19);

  it('with the clock of --clock-skew beside the 401 that it causes', async () => {
    for (const says of await refusalOf(right, '--clock-skew 400')) {
      expect(says).toContain('X-Timestamp');
      expect(says).toMatch(/emulator’s clock/);
      expect(says).toContain(clock);
      expect(says).toContain('400 seconds');
    }
  });

  it('says at its start how far its clock is off', async () => {
    const emulator = await startEmulator('--clock-skew -400');
    running.push(emulator);
    const { stderr } = emulator.context;
    await until(() => Promise.resolve(/^control /m.exec(stderr.text()) ?? undefined));
    expect(stderr.text()).toMatch(/400 seconds behind/);
  });

  const capitals = ({ headers }: WireRequest): string => headers.at(-1)?.[1].toUpperCase() ?? '';
  const ms = `${String(fixedUnixSeconds)}000`;
  const causes: [what: string, call: Call, says: RegExp][] = [
    ['no client id', (base) => withHeader(right(base), 'X-Client-ID'), /X-Client-ID/],
    ['another client id', (base) => withHeader(right(base), 'X-Client-ID', 'other'), /X-Client-ID/],
    ['no timestamp', (base) => withHeader(right(base), 'X-Timestamp'), /X-Timestamp/],
    ['no signature', (base) => withHeader(right(base), 'X-Signature'), /X-Signature/],
    ['a wrong signature', (base) => withHeader(right(base), 'X-Signature', '00'.repeat(32)), /X-Signature/],
    ['upper-case hex', (base) => withHeader(right(base), 'X-Signature', capitals(right(base))), /upper case/],
    [
      'milliseconds',
      (base) => lookupCall(purchaseBody('demo-recorded'), { base, timestamp: ms }),
      /X-Timestamp/,
    ],
    ['a missing member', verify('demo-purchased', { package: undefined }), /package/],
    ['another product', verify('demo-purchased', { product_id: 'other' }), /product_id/],
    ['no signature of a session', (base) => withHeader(session(player)(base), 'X-Signature'), /X-Signature/],
    ['a wrong key', (base) => sessionCall(player, { base, secret: 'other' }), /signature/],
    ['a game that is not known', session({ gameId: 'other', username: 'p' }), /gameId/],
    ['a path that is not known', (base) => ({ ...right(base), url: `${base}/iap/gateway/other` }), /path/],
  ];
  it.each(causes)('%s', async (_what, call, says) => {
    for (const each of await refusalOf(call)) expect(each).toMatch(says);
  });

  it('and says nothing of a request that it accepts', async () => {
    const [line = '', refused] = await refusalOf(right);
    expect(line).toMatch(/ 200 \d+ ms$/);
    expect(refused).toBe('');
  });
});
