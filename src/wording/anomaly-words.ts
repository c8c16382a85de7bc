import type { Anomaly, AnomalyId } from '../service/outcome.js';
import type { AnomalyWords } from './description.js';

/** A JSON type with its article: `an object`. */
export function typeWords(type = ''): string {
  const article = /^(?:string|number|boolean)/.test(type)
    ? 'a '
    : /^(?:obj|arr|int)/.test(type)
      ? 'an '
      : '';
  return `${article}${type.replaceAll('-', ' ')}`;
}

const clauses: Readonly<Record<AnomalyId, (first: string, second: string) => string>> = {
  missing: () => 'is missing',
  empty: () => 'is empty',
  unlisted: () => 'is not in the contract',
  'wrong-type': (is, wanted) => `is ${typeWords(is)}, not ${typeWords(wanted)}`,
  'not-listed': (code) =>
    `is ${code === '' ? 'a value' : `\`${code}\``}, which the contract does not list`,
  'other-order': () => 'is not the order id that was asked about',
  'other-product': () => 'is not about the product that was asked for',
  contradictory: (what) => `contradicts ${what.includes(' ') ? what : `\`${what}\``}`,
};

/** What is unusual, as a clause after the field's name. */
export function anomalyClause({ id, values: [first = '', second = ''] = [] }: Anomaly): string {
  return clauses[id](first, second);
}

/** As `--json` and a person have it. */
export function describeAnomaly(anomaly: Anomaly): AnomalyWords {
  return {
    id: anomaly.id,
    field: anomaly.field,
    says: anomalyClause(anomaly),
  };
}
