import type { Profile } from '../contract/profile.js';
import { PvgError } from '../failure.js';
import { InputReader } from '../input/bytes.js';
import { commandResult, type CommandResult } from '../output/command-result.js';
import {
  addProfile,
  importProfile,
  setProfile,
  type Risk,
  type SavedProfile,
} from '../profiles/edit.js';
import {
  listInterfaces,
  listMissingFields,
  pickFieldValues,
  plainFields,
  profileSetCommand,
  readStored,
} from '../profiles/fields.js';
import { missingFields } from '../profiles/required-fields.js';
import { profileIn } from '../profiles/store.js';
import { JsonSyntaxError, parseRecord, printJson } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { shellLine } from '../text/shell.js';
import { decodeFileText } from '../text/utf8.js';
import {
  confirmLossOfProfile,
  noteEachOnce,
  noteLooseModes,
  profileFacts,
  readGivenProfile,
  type Invocation,
} from './profile-invocation.js';

/** `pvg profile add`, `set` and `import`, which store values, and `export`, which prints what `import` reads. */

export async function runAdd(call: Invocation, name: string): Promise<CommandResult> {
  return savedResult(call, 'add', await addProfile(call.context, name, readGivenProfile(call)));
}

export async function runSet(call: Invocation, name: string): Promise<CommandResult> {
  const words = riskWords(name);
  const saved = await setProfile(call.context, readGivenProfile(call), {
    name,
    confirm: (risk) => confirmLossOfProfile(call, name, words[risk]),
  });
  return savedResult(call, 'set', saved);
}

const riskWords = (name: string): Readonly<Record<Risk, string>> => ({
  secret: `Deleting the old secret of the profile ${name} for good`,
  address: `Sending the stored secret of the profile ${name} to another address`,
  'read-only': `Allowing verify with the prod profile ${name}`,
});

export async function runImport(call: Invocation, file: string): Promise<CommandResult> {
  const { context } = call;
  const input = new InputReader(context);
  const label = 'profile import';
  const bytes = await (file === '-' ? input.stdin(label) : input.file(label, file));
  const text = decodeFileText(bytes) ?? '';
  const record = parseRecord(text);
  const name = record?.['name'];
  const imported = record && typeof name === 'string' ? profileIn(name, record) : undefined;
  if (imported === undefined) {
    const json = tryJson(text);
    const expectedWords =
      json instanceof JsonSyntaxError ? `JSON (line ${lineAt(text, json)})` : 'a profile';
    throw new PvgError('input-unreadable', `The file to import is not ${expectedWords}.`, {
      hint: 'Use a file that `pvg profile export` wrote: one profile with its name and `"environment": "dev"` or `"prod"`.',
    });
  }
  return savedResult(
    call,
    'import',
    await importProfile(context, imported, readGivenProfile(call)),
  );
}

const lineAt = (text: string, { offset }: JsonSyntaxError): string =>
  String(text.slice(0, offset).split('\n').length);

async function savedResult(
  call: Invocation,
  verb: 'add' | 'set' | 'import',
  { profile, path, notes }: SavedProfile,
): Promise<CommandResult> {
  const { name, environment } = profile;
  await noteEachOnce(call, `Written: ${path}`, ...notes);
  return commandResult(`profile ${verb}`, {
    profile: name,
    environment,
    answer: { ...exportedJson(profile), path, notes },
    view: {
      headline: `The profile ${name} (${environment}) is ${verb === 'set' ? 'changed' : 'stored'}.`,
      mood: 'good',
      facts: profileFacts(profile),
      nextCommand: checkLine(profile),
    },
  });
}

/**
 * The next command after storing: the one that adds what is missing, or else the one that checks the credentials. Only the
 * gateway has a signed call that changes nothing.
 */
function checkLine(profile: Profile): string {
  const { name } = profile;
  if (listInterfaces(profile).length === 0) return shellLine(['pvg', 'profile', 'show', name]);
  const missing = missingFields(profile);
  if (missing.length > 0) return profileSetCommand(name, missing);
  const check = listMissingFields(profile, 'gateway').length === 0 ? '--probe' : '--online';
  return shellLine(['pvg', 'doctor', check, '--profile', name]);
}

export async function runExport(call: Invocation, name: string): Promise<CommandResult> {
  const profile = await readStored(call.context, name, { secrets: false });
  await noteLooseModes(call, name);
  const answer = exportedJson(profile);
  return commandResult('profile export', {
    profile: name,
    environment: profile.environment,
    answer,
    view: { data: `${printJson(answer, { indent: 2 })}\n` },
  });
}

/** What `export` prints and `import` reads: no secrets. */
const exportedJson = (profile: Profile): Record<string, string | boolean> => ({
  name: profile.name,
  environment: profile.environment,
  readOnly: profile.readOnly,
  ...(pickFieldValues(profile, plainFields) as Record<string, string>),
});
