import { onFileError } from '../context.js';
import { PvgError } from '../failure.js';
import { plainFinished, type Finished } from '../output/finished.js';
import { writeOutFile } from '../output/out-file.js';
import { importProfiles, type ImportedAll } from '../profiles/import.js';
import { readStored } from '../profiles/naming.js';
import { checkExport, exportedAll, exportedJson, toPublicJson } from '../profiles/profile-json.js';
import { counted } from '../text/counted.js';
import { printJson } from '../text/json/print.js';
import { shellLine } from '../text/shell.js';
import { ended, noteAll, saved, savingOf, sayModes, switchOf, textOf, type Call } from './profile-call.js';

/** `pvg profile import` and `export`: profiles on their way to another computer. */

export async function runImport(call: Call, file: string): Promise<Finished> {
  const { stdin, files } = call.context;
  const unreadable = onFileError(({ code }) => {
    throw new PvgError('input-unreadable', `The file to import cannot be read (${code}).`, {
      hint: 'Check the path, or use `-` for standard input.',
    });
  });
  const bytes = file === '-' ? await stdin.readAll() : await files.read(file).catch(unreadable);
  const made = await importProfiles(call.context, bytes, textOf(call, 'name'), savingOf(call));
  return 'stored' in made ? importedAll(call, made) : saved(call, 'import', made);
}

/** A profile that failed changes nothing of the others. */
async function importedAll(call: Call, { stored, unchanged, failed }: ImportedAll): Promise<Finished> {
  await noteAll(call, ...stored.flatMap(({ path, notes }) => [`Written: ${path}`, ...notes]));
  await noteAll(call, ...unchanged.flatMap(({ notes }) => notes));
  const [first] = failed.map(({ error }) => error);
  const count = stored.length + unchanged.length + failed.length;
  const says = `Stored ${counted(stored.length, 'profile')} of ${String(count)}.`;
  return plainFinished('profile import', {
    exit: first?.exit ?? 0,
    answer: {
      stored: stored.map(({ profile }) => toPublicJson(profile)),
      unchanged: unchanged.map(({ profile }) => profile.name),
      failed: failed.map(({ name, error }) => ({ name, code: error.code, says: error.message })),
    },
    error: first
      ? { code: first.code, says, hint: first.details.hint ?? null, section: first.details.section ?? null }
      : null,
    view: {
      headline: says,
      mood: first ? 'bad' : 'good',
      facts: stored.map(({ profile: { name, environment } }) => ({ label: name, value: environment })),
      notes: [
        ...(unchanged.length === 0
          ? []
          : [`Stored before, and the same: ${unchanged.map(({ profile }) => profile.name).join(', ')}.`]),
        ...failed.map(({ name, error }) =>
          `Not stored: ${name}. ${error.message} ${error.details.hint ?? ''}`.trim(),
        ),
      ],
      nextCommand: 'pvg profile list',
    },
  });
}

/** What is exported: one profile, or all that are stored. */
async function readExported(call: Call, name: string | undefined) {
  const { profiles } = call.context;
  if ((name === undefined) !== (switchOf(call, 'all') ?? false)) {
    throw new PvgError(
      'usage',
      name === undefined
        ? 'The profile to export is missing.'
        : '--all and a profile cannot be used together.',
      { hint: 'Use the name of a profile, or `--all`.', nextCommand: 'pvg profile list' },
    );
  }
  const names = name === undefined ? await profiles.names() : [name];
  if (names.length === 0) {
    throw new PvgError('profile-missing', 'No profile is stored, so there is nothing to export.', {
      nextCommand: 'pvg profile add --help',
    });
  }
  const found = [];
  for (const each of names) found.push(await readStored(call.context, each));
  await sayModes(call, names);
  return found;
}

export async function runExport(call: Call, name?: string): Promise<Finished> {
  const out = textOf(call, 'out');
  const withSecrets = switchOf(call, 'withSecrets') ?? false;
  const overwrite = switchOf(call, 'overwrite') ?? false;
  checkExport(name ?? 'profiles', { out, withSecrets, overwrite });
  const profiles = await readExported(call, name);
  const [only] = name === undefined ? [] : profiles;
  const json = only ? exportedJson(only, withSecrets) : exportedAll(profiles, withSecrets);
  const data = `${printJson(json, { indent: 2 })}\n`;
  const place = only ? { profile: only.name, environment: only.environment } : { profile: null };
  if (out === undefined)
    return plainFinished('profile export', { ...place, answer: json, view: { headline: '', data } });
  await writeOutFile(call.context, { option: '--out', path: out, overwrite }, data);
  await noteAll(
    call,
    `Written: ${out}`,
    `On the other computer, run \`${shellLine(['pvg', 'profile', 'import', out])}\`.`,
  );
  if (withSecrets) await noteAll(call, 'Delete the file when you no longer need it: it contains secrets.');
  const what = only
    ? `The profile ${only.name} is`
    : `${counted(profiles.length, 'profile')} ${profiles.length === 1 ? 'is' : 'are'}`;
  return ended(
    'export',
    `${what} exported${withSecrets ? ' with' : ' without'} ${only ? 'its' : 'the'} secrets.`,
    {
      place,
      answer: {
        ...(only ? toPublicJson(only) : { profiles: profiles.map(toPublicJson) }),
        path: out,
        withSecrets,
      },
      next: 'pvg profile import --help',
      mood: withSecrets ? 'careful' : 'good',
    },
  );
}
