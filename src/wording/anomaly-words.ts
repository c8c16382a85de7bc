import type { Anomaly, AnomalyId } from '../service/outcome.js';
import type { AnomalyWords } from './description.js';

/** A JSON type with its article: `an object`, `a string or null`. Only `null` has none. */
export function typeWords(type = ''): string {
  const words = type.replaceAll('-', ' ');
  if (/^(?:string|number|boolean)/.test(type)) return `a ${words}`;
  return /^(?:obj|arr|int)/.test(type) ? `an ${words}` : words;
}

const anomalyClauses: Readonly<Record<AnomalyId, (first: string, second: string) => string>> = {
  missing: () => 'is missing',
  empty: () => 'is empty',
  unlisted: () => 'is not in the contract',
  'wrong-type': (type, wanted) => `is ${typeWords(type)}, not ${typeWords(wanted)}`,
  'not-listed': (code) =>
    code === ''
      ? 'is a value, which the contract does not list'
      : `is \`${code}\`, which the contract does not list`,
  'other-order': () => 'is not the order id that was asked about',
  'other-product': () => 'is not about the product that was asked for',
  contradictory: (member) =>
    member.includes(' ') ? `contradicts ${member}` : `contradicts \`${member}\``,
};

/** What is unusual, as a clause that follows the name of the field: `is missing`. */
export function anomalyClause({ id, values: [first = '', second = ''] = [] }: Anomaly): string {
  return anomalyClauses[id](first, second);
}

/** An anomaly with its clause, for `--json` and for people. */
export function describeAnomaly(anomaly: Anomaly): AnomalyWords {
  return {
    id: anomaly.id,
    field: anomaly.field,
    says: anomalyClause(anomaly),
  };
}
