import {
  digestOf,
  hashForms,
  rareHashForms,
  toldCostOf,
  writeDigest,
  type HashForm,
} from './hashes.js';

/** Every form, those that say the least first. */
const toldForms: readonly HashForm[] = [
  ...hashForms
    .map(({ form, cost }) => ({ form, cost: toldCostOf(form) ?? cost }))
    .toSorted((left, right) => left.cost - right.cost)
    .map(({ form }) => form),
  ...rareHashForms,
];

/**
 * The form in which to tell what was signed: of all that make the same bytes of this body, the plainest. A hash that has
 * no leading zero is the same with and without its leading zeros.
 */
export function plainestHash(form: HashForm, body: Uint8Array, key: Uint8Array): HashForm {
  if (form.text === 'word') return form;
  const digest = digestOf(form, body, key);
  const written = writeDigest(form, digest);
  const isSame = (other: HashForm): boolean =>
    other.algorithm === form.algorithm && writeDigest(other, digest).equals(written);
  return toldForms.find(isSame) ?? form;
}
