import type { Files } from '../context.js';
import type { JsonObject } from '../text/json/json.js';
import { readStoredFile } from './conf-file.js';
import { checkProfileName, localName } from './names.js';
import { damaged } from './store-failures.js';

/** settings.json: which profile is chosen, and whether calls are kept in the journal. */

const readSettings = (files: Files, path: string): Promise<JsonObject | undefined> =>
  readStoredFile(files, path, 'Move it away; `pvg profile use` then writes a new one.');

export async function chosenIn(files: Files, path: string): Promise<string | undefined> {
  const name = (await readSettings(files, path))?.get('profile') ?? undefined;
  if (name === undefined || typeof name === 'string') return name;
  throw damaged(path, 'Choose again with `pvg profile use <name>`.');
}

export async function journalIn(files: Files, path: string): Promise<boolean | undefined> {
  const says = (await readSettings(files, path))?.get('journal') ?? undefined;
  if (says === undefined || typeof says === 'boolean') return says;
  throw damaged(path, 'Its `journal` is true or false.');
}

/** The settings with another choice; undefined where there is nothing to write. */
export async function withChoice(
  files: Files,
  path: string,
  name: string | undefined,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (name !== undefined && name !== localName) checkProfileName(name);
  const old = await readSettings(files, path);
  if (name === undefined && old === undefined) return undefined;
  const others = old?.without('profile').members ?? [];
  const plain = others.filter(([, value]) => ['string', 'boolean'].includes(typeof value));
  return { ...Object.fromEntries(plain), ...(name !== undefined && { profile: name }) };
}
