import type { Context } from '../context.js';
import { isOwnCode } from '../failure.js';
import { mapTexts } from '../text/map-texts.js';
import { parseJson } from '../text/json/parse.js';
import { printJson } from '../text/json/print.js';
import type { Description } from '../wording/description.js';

/** A service may repeat the receipt in any text of its answer. pvg's own names stay: scripts branch on them. */
export function withoutReceipts(
  description: Description,
  { secrets, receipts }: Context,
): Description {
  // First the secrets: of a short one, only the whole is recognised.
  const redact = (text: string): string => receipts.redact(secrets.redact(text));
  const { verdict, error, facts, anomalies, answer } = description;
  return {
    ...description,
    answer: answer === null ? null : parseJson(printJson(answer, { redact })),
    facts: facts.map((fact) => ({ ...fact, value: redact(fact.value) })),
    anomalies: anomalies.map(({ id, ...where }) => ({ id, ...mapTexts(where, redact) })),
    verdict: verdict && { ...verdict, says: redact(verdict.says), next: redact(verdict.next) },
    error: error && {
      ...error,
      code: isOwnCode(error.code) ? error.code : redact(error.code),
      says: redact(error.says),
      hint: redact(error.hint),
    },
  };
}
