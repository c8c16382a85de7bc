import type { Context } from '../context.js';
import { secretsIn, type Credential } from '../contract/credential.js';
import { PvgError } from '../failure.js';
import { JsonObject, JsonSyntaxError } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { textIn, type InputReader } from './bytes.js';

const option = '--credentials';

/**
 * `{"client_id"?, "client_secret"?, "secret_key"?, "others"?: [{"label", …}]}`; unknown members are ignored. From
 * here on, no output shows these secrets. @throws {PvgError} 2, which quotes nothing of the file
 */
export async function readCredentials(
  context: Context,
  input: InputReader,
  source: string,
): Promise<{ primary: Credential; others: readonly Credential[] }> {
  const bytes =
    source === '-' ? await input.stdin(option) : await input.file(option, source.replace(/^@/, ''));
  const root = tryJson(textIn(option, bytes).replace(/^\uFEFF/, ''));
  if (root instanceof JsonSyntaxError) throw wrong(`it is not JSON: ${root.message}`);
  if (!(root instanceof JsonObject)) throw wrong('it is not a JSON object');
  const listed = root.get('others');
  const others = (Array.isArray(listed) ? listed : []).map((each, at) => {
    if (!(each instanceof JsonObject)) throw wrong(`others[${at}] is not an object`);
    return credential(each, text(each, 'label') ?? `others[${at}]`);
  });
  const primary = credential(root, 'the credentials');
  for (const secret of [primary, ...others].flatMap(secretsIn)) context.secrets.add(secret);
  return { primary, others };
}

const credential = (object: JsonObject, label: string): Credential => ({
  label,
  clientId: text(object, 'client_id'),
  clientSecret: text(object, 'client_secret'),
  secretKey: text(object, 'secret_key'),
});

function text(object: JsonObject, name: string): string | undefined {
  const value = object.get(name) ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw wrong(`a ${name} is not a string`);
}

const wrong = (says: string): PvgError =>
  new PvgError('input-unreadable', `${option}: ${says}.`, {
    hint: 'Use a JSON object: `{"client_id": …, "client_secret": …, "secret_key": …, "others": [{"label": …, …}]}`.',
  });
