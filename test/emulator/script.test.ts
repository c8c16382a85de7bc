import { describe, expect, it } from 'vitest';
import { parseList } from '../../src/emulator/members.js';
import { ruleList } from '../../src/emulator/script.js';
import {
  gist,
  lookupCall,
  patient,
  purchaseBody,
  sessionCall,
  verifyCall,
} from '../helpers/signed.js';
import { emulatedWorld } from '../helpers/world.js';

const service = (faults: readonly object[], random = () => 0) => {
  const rules = parseList(Buffer.from(JSON.stringify(faults)), ruleList);
  return emulatedWorld({ random, beginning: { rules } });
};

const verify = verifyCall(purchaseBody('demo-purchased'));
const lookup = lookupCall(purchaseBody('demo-purchased'));
const session = sessionCall({ gameId: 'demo', username: 'player-1' });

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
    async (status, ...gists) => {
      const { send } = service([{ status, share: 1 }]);
      const answers = await Promise.all(
        [verify, lookup, session].map((each) => send(each, patient)),
      );
      expect(answers.map(gist)).toEqual(gists);
    },
  );

  const shares = [
    { status: 502, share: 0.2 },
    { status: 503, share: 0.3 },
  ];
  it('takes its share of the requests', async () => {
    let drawn = 0;
    const { send } = service(shares, () => drawn);
    const statusOf = { 0: 502, 0.19: 502, 0.2: 503, 0.49: 503, 0.5: 200, 0.99: 200 };
    for (const [draw, status] of Object.entries(statusOf)) {
      drawn = Number(draw);
      expect((await send(lookup, patient)).status).toBe(status);
    }
  });
});

it('latency delays every answer, and uses up the caller’s time together with demo-slow', async () => {
  const { send, slept } = emulatedWorld({ latencyMs: 400 });
  await send(session, patient);
  const slow = send(verifyCall(purchaseBody('demo-slow')), { timeoutMs: 1_000 });
  await expect(slow).rejects.toMatchObject({ kind: 'lost' });
  expect(slept).toEqual([400, 400, 600]);
});
