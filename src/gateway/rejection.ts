import { aString, alwaysNull, anInteger, oddities, once } from '../contract/answer.js';
import type { Reply } from '../contract/call.js';
import { verdictNamed, type Anomaly, type Fact, type Judgement } from '../contract/judgement.js';
import { evidenceCommand, failed } from '../contract/outcome.js';
import { osIds } from '../contract/platforms.js';
import { JsonNumber, type JsonObject } from '../text/json/json.js';
import { fact, storeFact } from './answer.js';
import { guess, usually } from './background.js';
import type { Asked } from './request.js';
import { lookupVerdict, lookupVerdicts } from './verdict.js';

/**
 * The store-rejection shape (§2.4) passes on the store's own status. A store that failed, or that did not let the
 * gateway in, has said nothing about the purchase.
 */
type StoreAnswer = 'rejected' | 'no-access' | 'failed';

function storeAnswer(status: string): StoreAnswer {
  if (status === '401' || status === '403') return 'no-access';
  return /^5\d\d$/.test(status) ? 'failed' : 'rejected';
}

function storeStatus(answer: JsonObject): string {
  const status = once(answer, 'status');
  return status instanceof JsonNumber ? status.source : '';
}

/** What a look-up with the store-rejection shape means: the store does not confirm the purchase, or was not asked. */
export function rejected({ object, anomalies }: Reply, asked: Asked): Judgement {
  const status = storeStatus(object);
  const store = storeAnswer(status);
  const id = store === 'rejected' ? 'not-confirmed' : 'store-unavailable';
  const { advice } = lookupVerdicts[id];
  const verdict = store === 'no-access' ? noAccess : lookupVerdict(id);
  const { says, who, next } = verdict;
  return failed({
    exit: store === 'rejected' ? 6 : 8,
    verdict,
    advice,
    answer: object,
    anomalies: [...anomalies, ...rejectionOddities(object)],
    error: { code: id, says, ...(who !== undefined && { who }), hint: next, section: '§2.4' },
    facts: [
      store === 'rejected'
        ? storeFact(false)
        : {
            label: 'Store',
            value: `no result (the store ${store === 'failed' ? 'failed' : 'refused the gateway’s credentials'})`,
          },
      ...fact('Store’s own status', object.get('status')),
      ...fact('Store detail', object.get('error'), 'store-detail'),
      ...(asked.osId === osIds.ios ? [] : background(store, status)),
    ],
    // The rejection has no code; a verify that the store rejects gets this one (§7.1).
    nextCommand: store === 'rejected' ? ['pvg', 'explain-error', 'VERIFICATION_FAILED'] : evidenceCommand,
  });
}

/** The agent and the player can do nothing about it. */
const noAccess = verdictNamed('store-unavailable', {
  ...lookupVerdicts['store-unavailable'],
  says: 'The store refused the gateway’s credentials, so it gave no result for this purchase.',
  who: 'the operator',
  next: 'The operator must fix the store’s credentials of this game; waiting does not help. This says nothing about the purchase, so do not grant or refuse on it. Look up the purchase again after that.',
});

const rejectionOddities = (answer: JsonObject): Anomaly[] =>
  oddities(answer, { order_id: alwaysNull, game_id: anInteger, status: anInteger, error: aString }, '', [
    'found',
  ]);

/** What the store's status may mean. */
function background(store: StoreAnswer, status: string): Fact[] {
  if (store === 'failed') return [guess('the store itself failed')];
  return store === 'rejected' && ['400', '404', '410'].includes(status)
    ? [
        usually(
          `the store answers ${status} if receipt, product and package belong to different purchases, or if the receipt is incomplete`,
        ),
      ]
    : [];
}
