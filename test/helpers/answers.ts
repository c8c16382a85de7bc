import { goodAnswers } from './hostile-answers.js';

/** Answers of the service as §2 shows them, and what makes others of them. */

export const order = goodAnswers.verify.transaction_id;
const [transaction] = goodAnswers.lookup.transactions;

export const success = goodAnswers.verify;
export const minted = { ...goodAnswers.session, sessionToken: 'hush-token', xmdtCompleted: false };
export const rejection = {
  order_id: null,
  game_id: 7,
  found: false,
  status: 404,
  error: 'no such purchase',
};
/** In place of the record, as a change. */
export const never = 'gateway={"found":false,"reason":"NEVER_RECEIVED_BY_GATEWAY"}';

/** The same object after `gateway.found="true"; order_id`: one member set, one removed. */
export function edited(object: object, changes: string): object {
  const copy = structuredClone(object) as Record<string, unknown>;
  for (const change of changes.split('; ').filter((each) => each !== '')) {
    const [path = '', json] = change.split(/=(.*)/);
    const names = path.split('.');
    const last = names.pop() ?? '';
    const owner = names.reduce((at, name) => at[name] as Record<string, unknown>, copy);
    if (json === undefined) Reflect.deleteProperty(owner, last);
    else owner[last] = JSON.parse(json);
  }
  return copy;
}

/** The look-up's answer with one transaction for each text of changes. */
export const bought = (...changes: readonly string[]): object => ({
  ...goodAnswers.lookup,
  transactions: changes.map((each) => edited(transaction, each)),
});

/** Of the gateway and of the session interface. */
export const failure = (error: string): object => ({
  success: false,
  error,
  message: 'in the service’s words',
});
export const refused = (code: string): object => ({ code, message: 'in the service’s words' });
