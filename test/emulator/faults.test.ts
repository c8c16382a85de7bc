import { describe, expect, it } from 'vitest';
import { paths } from '../../src/contract/interfaces.js';
import type { Misbehaviour } from '../../src/emulator/faults.js';
import { memoryLedger } from '../../src/emulator/ledger.js';
import { emulateService, interfaceAt } from '../../src/emulator/service.js';
import { fixedUnixSeconds } from '../support/context.js';
import { gist, lookupCall, patient, purchaseBody, sessionCall, verifyCall } from '../support/signed.js';

function service(misbehaviour: Misbehaviour, draws: readonly number[] = [0]) {
  let drawn = 0;
  const slept: number[] = [];
  const emulated = emulateService({
    ledger: memoryLedger(),
    now: () => fixedUnixSeconds * 1000,
    sleep: (ms) => {
      slept.push(ms);
      return Promise.resolve();
    },
    random: () => draws[drawn++ % draws.length] ?? 0,
    misbehaviour,
  });
  return {
    gateway: interfaceAt(emulated, paths.verify),
    session: interfaceAt(emulated, paths.session),
    slept,
  };
}

const verify = verifyCall(purchaseBody('demo-purchased'));
const lookup = lookupCall(purchaseBody('demo-purchased'));
const session = sessionCall({ gameId: 'demo', username: 'player-1' });
const always = (status: number): Misbehaviour => ({ faults: [{ status, share: 1 }], latencyMs: 0 });

describe('a fault', () => {
  const rows: [status: number, verify: string, lookup: string, session: string][] = [
    [400, '400 MISSING_FIELDS', '400 MISSING_FIELDS (§7.1)', '400 invalid_request'],
    [429, '429 HTTP_429 (§7.1)', '429 HTTP_429 (§7.1)', '429 rate_limited'],
    [500, '500 HTTP_500 (§7.1)', '500 HTTP_500 (§7.1)', '500 internal_error'],
    [502, '502 VERIFIER_ERROR', '502 VERIFIER_ERROR (§7.1)', '502 http_502 (§7.2)'],
    [503, '503 HTTP_503 (§7.1)', '503 HTTP_503 (§7.1)', '503 http_503 (§7.2)'],
  ];
  it.each(rows)(
    'of %d has the code that the contract lists, else a mark',
    async (status, ofVerify, ofLookup, ofSession) => {
      const { gateway, session: sessions } = service(always(status));
      const answers = await Promise.all([
        gateway.send(verify, patient),
        gateway.send(lookup, patient),
        sessions.send(session, patient),
      ]);
      expect(answers.map(gist)).toEqual([ofVerify, ofLookup, ofSession]);
    },
  );

  it('takes its share of the requests', async () => {
    const faults = [
      { status: 502, share: 0.2 },
      { status: 503, share: 0.3 },
    ];
    const { gateway } = service({ faults, latencyMs: 0 }, [0, 0.19, 0.2, 0.49, 0.5, 0.99]);
    const statuses = [];
    for (let call = 0; call < 6; call += 1) statuses.push((await gateway.send(lookup, patient)).status);
    expect(statuses).toEqual([502, 502, 503, 503, 200, 200]);
  });

  it('comes before anything is recorded', async () => {
    const { gateway } = service({ faults: [{ status: 503, share: 0.5 }], latencyMs: 0 }, [0, 0.9]);
    expect(gist(await gateway.send(verify, patient))).toBe('503 HTTP_503 (§7.1)');
    expect(gist(await gateway.send(verify, patient))).toBe('200');
  });
});

describe('latency', () => {
  it('delays every answer', async () => {
    const { gateway, session: sessions, slept } = service({ faults: [], latencyMs: 70 });
    await gateway.send(verify, patient);
    await sessions.send(session, patient);
    expect(slept).toEqual([70, 70]);
  });

  it('uses up the caller’s time together with demo-slow', async () => {
    const { gateway, slept } = service({ faults: [], latencyMs: 400 });
    const slow = gateway.send(verifyCall(purchaseBody('demo-slow')), { timeoutMs: 1_000 });
    await expect(slow).rejects.toMatchObject({ kind: 'lost' });
    expect(slept).toEqual([400, 600]);
  });
});
