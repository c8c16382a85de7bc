import { describe, expect, it } from 'vitest';
import { parseList } from '../../src/emulator/entry-list.js';
import { ruleList, Script } from '../../src/emulator/script.js';
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
  return emulatedWorld({ random, initial: { rules } });
};

const verify = verifyCall(purchaseBody('demo-purchased'));
const lookup = lookupCall(purchaseBody('demo-purchased'));
const session = sessionCall({ gameId: 'demo', username: 'player-1' });

const request = { url: '/a', members: undefined };

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

describe('a rule for some requests', () => {
  const statusesOf = (requests: string | undefined, count: number): unknown[] => {
    const [rule] = parseList(Buffer.from(JSON.stringify({ requests, status: 503 })), ruleList);
    const script = new Script({ now: () => 0, random: () => 0 });
    script.replace(rule === undefined ? [] : [rule]);
    return Array.from({ length: count }, () => script.takeFault(request).fault);
  };

  it.each([
    [undefined, [503, 503, 503, 503]],
    ['2', [undefined, 503, undefined, undefined]],
    ['2-3', [undefined, 503, 503, undefined]],
    ['3-', [undefined, undefined, 503, 503]],
  ])('%s counts those with its path', (requests, statuses) => {
    expect(statusesOf(requests, 4)).toEqual(statuses);
  });

  it.each(['0', '-3', '23x', '1-0', '2-3-4', '2 - 3', '1234567890'])(
    '%j is no range',
    (requests) => {
      expect(() => statusesOf(requests, 0)).toThrow('requests is not a number or a range');
    },
  );

  it.each([
    [{ requests: '3-1' }, 'the range of requests ends before it begins', '"requests": "2-3"'],
    [{ after_s: 2, until_s: 1 }, 'until_s is before after_s', '"until_s": 20'],
    [{ do: 'answer-late' }, 'answer-late has no wait_ms', '"wait_ms": 12000'],
  ])('%j is refused with an example of its own', (fault, says, hint) => {
    const rule = 'do' in fault ? fault : { ...fault, status: 503 };
    expect(() => parseList(Buffer.from(JSON.stringify(rule)), ruleList)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(says) as string,
        details: { hint: expect.stringContaining(hint) as string },
      }),
    );
  });

  it('is refused with a path that no request can have', () => {
    const rule = { path: 'verfy', status: 503 };
    const parse = (): unknown => parseList(Buffer.from(JSON.stringify(rule)), ruleList);
    expect(parse).toThrow('no path of the service ends with "verfy": they are /iap/gateway/verify');
    const hint = expect.stringContaining('"path": "lookup-receipt"') as string;
    expect(parse).toThrow(expect.objectContaining({ details: { hint } }) as Error);
  });

  it.each([
    [999, undefined],
    [1_000, 503],
    [2_000, 503],
    [2_001, undefined],
  ])('begins with its first moment and ends after its last: after %i ms', (elapsedMs, does) => {
    let nowMs = 5_000;
    const script = new Script({ now: () => nowMs, random: () => 0 });
    const fault = { after_s: 1, until_s: 2, status: 503 };
    script.replace(parseList(Buffer.from(JSON.stringify(fault)), ruleList));
    nowMs += elapsedMs;
    expect(script.takeFault(request).fault).toBe(does);
  });

  it.each<[fault: object, says: string]>([
    [{}, 'status, do or wait_ms is missing'],
    [{ requests: '1' }, 'status, do or wait_ms is missing'],
    [{ status: 503, do: 'drop' }, 'status and do cannot be used together'],
    [{ status: 399 }, 'status is not an integer from 400 to 599'],
    [{ status: 600 }, 'status is not an integer from 400 to 599'],
    [{ wait_ms: 600_001 }, 'wait_ms is not an integer from 0 to 600000'],
    [{ status: 503, share: 1.1 }, 'share is not a number from 0 to 1'],
    [{ do: 'dorp' }, 'do is not one of drop, lose-answer, answer-late, wrong-shape, html'],
  ])('%j is refused', (fault, says) => {
    expect(() => parseList(Buffer.from(JSON.stringify(fault)), ruleList)).toThrow(says);
  });

  it.each<[entry: object, expectedFault: unknown, waitMs: number]>([
    [{ wait_ms: 600_000 }, undefined, 600_000],
    [{ do: 'drop', wait_ms: 5 }, 'drop', 5],
    [{ status: 599 }, 599, 0],
  ])('%j does this: %s, after %i ms', (entry, expectedFault, waitMs) => {
    const [rule] = parseList(Buffer.from(JSON.stringify(entry)), ruleList);
    expect(rule).toMatchObject({ fault: expectedFault, waitMs, share: 1, path: '' });
  });

  it('counts again after the rules were replaced', () => {
    const rules = parseList(Buffer.from('{"requests":"1","status":503}'), ruleList);
    const script = new Script({ now: () => 0, random: () => 0 });
    const first = (): unknown => {
      script.replace(rules);
      return script.takeFault(request).fault;
    };
    expect([first(), script.takeFault(request).fault, first()]).toEqual([503, undefined, 503]);
  });
});
