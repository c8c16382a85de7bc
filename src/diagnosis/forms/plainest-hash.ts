import {
  makeContent,
  hashForms,
  rareHashForms,
  preferenceCostOf,
  writeContent,
  type HashForm,
} from './hashes.js';

/** Every form, the plainest first. */
const formsByPreference: readonly HashForm[] = [
  ...hashForms
    .map(({ form, cost }) => ({ form, cost: preferenceCostOf(form) ?? cost }))
    .toSorted((left, right) => left.cost - right.cost)
    .map(({ form }) => form),
  ...rareHashForms,
];

/**
 * The plainest of all forms that make the same bytes of this body. For example, a hash without a leading zero is the same
 * in plain hex and in hex without leading zeros: then plain hex is named.
 */
export function plainestHash(form: HashForm, body: Uint8Array, key: Uint8Array): HashForm {
  if (form.text === 'word') return form;
  const content = makeContent(form, body, key);
  const hashBytes = writeContent(form, content);
  const isSame = (other: HashForm): boolean =>
    other.content === form.content && writeContent(other, content).equals(hashBytes);
  return formsByPreference.find(isSame) ?? form;
}
