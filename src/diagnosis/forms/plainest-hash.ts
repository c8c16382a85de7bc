import {
  makeContent,
  hashForms,
  rareHashForms,
  preferenceCostOf,
  writeContent,
  type HashForm,
} from './hashes.js';

/** Every form, those that say the least first. */
const formsByPreference: readonly HashForm[] = [
  ...hashForms
    .map(({ form, cost }) => ({ form, cost: preferenceCostOf(form) ?? cost }))
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
  const content = makeContent(form, body, key);
  const written = writeContent(form, content);
  const isSame = (other: HashForm): boolean =>
    other.content === form.content && writeContent(other, content).equals(written);
  return formsByPreference.find(isSame) ?? form;
}
