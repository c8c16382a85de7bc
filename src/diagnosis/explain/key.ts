import { interfaceRecords } from '../../contract/interfaces.js';
import type { CauseId } from '../catalogue/causes.js';
import { equalBytes, utf8Bytes } from '../forms/bytes.js';
import { keyFormsLikeliestFirst } from '../forms/keys.js';
import { mistypedSecrets } from '../forms/typed-keys.js';
import { parseTree } from '../json-forms/tree.js';
import { interfaceWords } from '../lint/request.js';
import { explainCause, joinExplanations, noExplanation } from '../signing-steps.js';
import type { SenderSecret, SenderSecrets, StepExplanation } from '../signing-steps.js';
import { quoteText } from '../spelling.js';

/** Values of the request that a program may have joined with the secret to make a key. */
export interface RequestValues {
  readonly gameId?: string | undefined;
  readonly timestamp?: string | undefined;
}

/** Which key was used in place of the secret. */
export function explainKey(
  key: Uint8Array,
  { own, others }: SenderSecrets,
  { gameId, timestamp }: RequestValues,
): StepExplanation {
  const isKey = (value: string | Uint8Array | undefined): boolean =>
    value !== undefined && equalBytes(typeof value === 'string' ? utf8Bytes(value) : value, key);
  if (isKey(own.secret)) return noExplanation;
  const other = others.find(({ secret }) => isKey(secret));
  if (other) {
    return { ids: wrongSecretIds(other, own), says: [`The key was ${otherWords(other, own)}.`] };
  }
  if ([own, ...others].some(({ clientId }) => isKey(clientId))) {
    return explainCause('secret-is-client-id', 'The key was the client id.');
  }
  // One cause covers every public id: the fix of all of them is to use the secret.
  if (isKey(gameId)) return explainCause('secret-is-client-id', 'The key was the gameId.');
  for (const usedSecret of [own, ...others]) {
    const form = keyFormsLikeliestFirst.find(({ make }) => isKey(make(usedSecret.secret)));
    if (form === undefined) continue;
    // The form `secret-empty` makes the empty key of every secret, so an empty key always gets here.
    const isEmpty = key.length === 0;
    const formExplanation = isEmpty
      ? explainEmptyKey(usedSecret.secret)
      : {
          ids: [form.id, form.alsoId].filter((id) => id !== undefined),
          says: [`The key was ${form.says}.`],
        };
    if (usedSecret === own) return formExplanation;
    return joinExplanations(
      { ids: wrongSecretIds(usedSecret, own), says: [`The key was made of ${usedSecret.label}.`] },
      formExplanation,
    );
  }
  return explainFurtherKey(Buffer.from(key).toString(), own.secret, [
    { name: 'client_id', id: own.clientId, words: 'the client id' },
    { name: 'gameId', id: gameId, words: 'the gameId' },
    { name: 'timestamp', id: timestamp, words: 'the timestamp' },
    ...others.map(({ clientId, owner }) => ({
      name: 'client_id',
      id: clientId,
      words: `the client id of ${owner}`,
    })),
  ]);
}

interface KnownId {
  /** How a finding writes it beside the secret. */
  readonly name: string;
  readonly id: string | undefined;
  readonly words: string;
}

/** The last resort: the key is neither a secret nor an id, and no form of a secret makes it. */
function explainFurtherKey(key: string, secret: string, ids: readonly KnownId[]): StepExplanation {
  return (
    explainJsonKey(key, secret) ??
    explainMistypedKey(key, secret) ??
    explainJoinedKey(key, secret, ids) ??
    explainBasicKey(key, secret, ids) ??
    explainCause('secret-differs', 'The key was not the secret.')
  );
}

function explainMistypedKey(key: string, secret: string): StepExplanation | undefined {
  const slip = [...mistypedSecrets(secret)].find(({ text }) => text === key);
  return slip && explainCause('secret-misread', slip.says);
}

/** The key may be the secret and an id, one after the other, with a mark such as `:` between them or none. */
function explainJoinedKey(
  key: string,
  secret: string,
  ids: readonly KnownId[],
): StepExplanation | undefined {
  // The longest id first: a shorter id may be the beginning of a longer one.
  const longestFirst = ids.toSorted(
    ({ id: one = '' }, { id: other = '' }) => other.length - one.length,
  );
  const usedId = longestFirst.find(({ id = '' }) => id !== '' && isJoinedOf(key, id, secret));
  if (usedId === undefined) return undefined;
  const { name, id = '', words } = usedId;
  const isIdFirst = key.endsWith(secret);
  const start = isIdFirst ? id : secret;
  const end = isIdFirst ? secret : id;
  const mark = key.slice(start.length, -end.length);
  const keyTemplate = quoteText(
    isIdFirst ? `<${name}>${mark}<secret>` : `<secret>${mark}<${name}>`,
  );
  return explainCause(
    'secret-with-client-id',
    `The key was ${keyTemplate}: ${words} and the secret together.`,
  );
}

/** Compares the two ends of the key. To search the key for the id would not do: the secret itself may contain the id. */
function isJoinedOf(key: string, id: string, secret: string): boolean {
  const isIdFirst = key.startsWith(id) && key.endsWith(secret);
  const isSecretFirst = key.startsWith(secret) && key.endsWith(id);
  return key.length >= id.length + secret.length && (isIdFirst || isSecretFirst);
}

/** The key may be base64 of `id:secret`, as for HTTP basic authentication. */
function explainBasicKey(
  key: string,
  secret: string,
  ids: readonly KnownId[],
): StepExplanation | undefined {
  const usedId = ids.find(
    ({ id }) => id !== undefined && Buffer.from(`${id}:${secret}`).toString('base64') === key,
  );
  if (usedId === undefined) return undefined;
  return explainCause(
    'secret-with-client-id',
    `The key was base64 of \`${usedId.name}:secret\` with ${usedId.words}, as for HTTP basic authentication.`,
  );
}

/** The key may be a whole JSON text with the secret in it. The sentence shows the names, but no value. */
function explainJsonKey(key: string, secret: string): StepExplanation | undefined {
  const root = parseTree(key)?.root;
  if (root?.kind !== 'object') return undefined;
  if (!root.members.some(([, value]) => value.kind === 'text' && value.value === secret)) {
    return undefined;
  }
  const members = root.members.map(([name]) => `${name.raw}: "…"`);
  return explainCause(
    'secret-json',
    `The key was the whole JSON text \`{${members.join(', ')}}\`, not the secret in it.`,
  );
}

/** Decoding as hex explains an empty key if the secret does not begin with hex: Node, PHP and Go then return no bytes. */
function explainEmptyKey(secret: string): StepExplanation {
  if (Buffer.from(secret, 'hex').length > 0) {
    return explainCause('secret-empty', 'The key was empty.');
  }
  return explainCause(
    'secret-empty',
    'The key was empty: either the secret was decoded as hex, which gives nothing as it is no hex, or it was not set.',
  );
}

/** The words for a wrong secret that was used as the key. */
function otherWords(used: SenderSecret, own: SenderSecret): string {
  // If both secrets have the same owner, the owner does not tell them apart, so the sentence names the interface.
  if (used.owner !== own.owner || !used.isOfOtherInterface) return used.label;
  const { words } = interfaceRecords[used.interface].secret;
  return `the ${words}, which is for ${interfaceWords[used.interface]}`;
}

/** Two ids if the wrong secret is of the other interface and also of another credential; otherwise one. */
function wrongSecretIds(used: SenderSecret, right: SenderSecret): CauseId[] {
  const ids: CauseId[] = [];
  if (used.isOfOtherInterface) ids.push('secret-wrong-interface');
  if (used.owner !== right.owner) ids.push('secret-wrong-environment');
  return ids.length > 0 ? ids : ['secret-wrong-environment'];
}
