import type { Anomaly } from '../service/outcome.js';
import { isoTime } from '../text/times.js';
import type { ToldAnomaly } from './words.js';

/** A JSON type with its article: `an object`. */
export const typeWords = (type = ''): string =>
  type === 'null' ? type : `${/^[aio]/.test(type) ? 'an' : 'a'} ${type.replaceAll('-', ' ')}`;

/** What is unusual, as a clause after the field's name. */
export const anomalyWords = ({ id, field, values: [first = '', second] = [] }: Anomaly): string => {
  switch (id) {
    case 'missing':
      return 'is missing';
    case 'unlisted':
      return 'is not in the contract';
    case 'wrong-type':
      return `is ${typeWords(first)}, not ${typeWords(second)}`;
    case 'not-listed':
      return `is ${first === '' ? 'a value' : `\`${first}\``}, which the contract does not list`;
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
