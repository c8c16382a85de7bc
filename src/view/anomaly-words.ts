import type { Anomaly } from '../service/outcome.js';
import { isoTime } from '../text/times.js';
import type { ToldAnomaly } from './words.js';

/** A JSON type with its article. */
export const typeWords = (type: string): string =>
  articles[type] === undefined ? type : `${articles[type]} ${type.replaceAll('-', ' ')}`;

const articles: Readonly<Record<string, string>> = {
  string: 'a',
  number: 'a',
  boolean: 'a',
  'string-or-null': 'a',
  object: 'an',
  array: 'an',
  integer: 'an',
};

/** What is unusual, as a clause after the field's name. */
export const anomalyWords = ({ id, field, values: [first = '', second = ''] = [] }: Anomaly): string => {
  switch (id) {
    case 'missing':
      return 'is missing';
    case 'unlisted':
      return 'is not in the contract';
    case 'wrong-type':
      return `is ${typeWords(first)}, not ${typeWords(second)}`;
    case 'not-listed':
      return first === ''
        ? 'is not a value that the contract lists'
        : `is \`${first}\`, which the contract does not list`;
    case 'repeated':
      return 'appears more than once';
    case 'other-order':
      return 'is not the order id that was asked about';
    case 'other-product':
      return 'is not about the product that was asked for';
    case 'contradictory':
      // §3.2: true never becomes false again.
      return field === 'xmdtCompleted'
        ? `is false, but an answer at ${isoTime(Date.parse(first))} said true; show both answers to the operator`
        : `contradicts ${first.includes(' ') ? first : `\`${first}\``}`;
  }
};

/** As `--json` and a person have it. */
export const anomalyTold = (anomaly: Anomaly): ToldAnomaly => ({
  id: anomaly.id,
  field: anomaly.field,
  says: anomalyWords(anomaly),
});
