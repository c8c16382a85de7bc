import { Option, type Command } from 'commander';
import { FileError, type Context } from '../context.js';
import { PvgError } from '../failure.js';
import { globalOptions, type GlobalOptions } from '../input/global-options.js';
import { plainFinished, type Finish, type Finished } from '../output/finished.js';
import { examples } from '../input/examples.js';
import { note } from '../output/present.js';
import { shellLine } from '../text/shell.js';
import type { Given } from '../profiles/collect.js';
import { exported, exportOptions, writeExport } from '../profiles/export.js';
import { fields, type FieldPath } from '../profiles/fields.js';
import { followChoice, purgeProfile } from '../profiles/leave.js';
import { localProfile } from '../profiles/local.js';
import {
  addProfile,
  checkNew,
  checkStored,
  importProfile,
  readStored,
  setProfile,
  type Saved,
} from '../profiles/manage.js';
import { checkProfileName, localName } from '../profiles/names.js';
import { toPublicJson } from '../profiles/profile-json.js';
import { resolveProfile } from '../profiles/resolve.js';
import {
  listedJson,
  listedRow,
  profileFacts,
  readListed,
  resolvedFacts,
  resolvedJson,
  saysOf,
  type Listed,
} from '../profiles/shown.js';

export function registerProfile(command: Command, context: Context, finish: Finish): void {
  examples(command, ['pvg profile list', 'pvg profile show local', 'pvg profile add --help']);

  const add = command.command('add <name>').description('store credentials of one game in one environment');
  examples(add, [
    'pvg profile add game-dev --environment dev --gateway-url https://gateway.example --client-id my-client --client-secret-file client-secret',
    'printf my-key | pvg profile add game-prod --environment prod --session-url https://session.example --game-id my-game --secret-key-file -',
  ]);
  withFields(add.option('--environment <dev|prod>', 'which of the two; cannot be changed later'))
    .option('--read-only', 'never verify with it')
    .action(async (name: string, options: Options) => {
      const saved = await addProfile(context, name, given(context, options, globalOptions(add)));
      await finish(await savedFinished(context, globalOptions(add), 'add', saved));
    });

  const list = command.command('list').description('every profile, also the built-in and the damaged');
  examples(list, ['pvg profile list', 'pvg profile list --json']);
  list.action(async () => finish(await runList(context, globalOptions(list))));

  const show = command
    .command('show [name]')
    .description('the values in use, each with its source; secrets as fingerprints');
  examples(show, ['pvg profile show local', 'pvg profile show local --json']);
  show.action(async (name: string | undefined) => finish(await runShow(context, globalOptions(show), name)));

  const use = command.command('use <name>').description('choose the profile for commands that name none');
  examples(use, ['pvg profile use local']);
  use.action(async (name: string) => finish(await runUse(context, globalOptions(use), name)));

  const set = command.command('set <name>').description('change values; a replaced secret is kept aside');
  examples(set, [
    'pvg profile set game-dev --client-secret-file ./new-secret',
    'pvg profile set game-prod --read-only',
  ]);
  needsStored(set, 'changed');
  withFields(set.addOption(new Option('--environment <dev|prod>').hideHelp()))
    .option('--read-only', 'never verify with it')
    .option('--no-read-only', 'allow verify again')
    .option('--no-keyring', 'move the secrets back into the file')
    .action(async (name: string, options: Options) => {
      const saved = await setProfile(context, name, given(context, options, globalOptions(set)));
      await finish(await savedFinished(context, globalOptions(set), 'set', saved));
    });

  const rename = command.command('rename <name> <new-name>').description('give a profile another name');
  examples(rename, ['pvg profile rename game-dev game-sandbox']);
  needsStored(rename, 'renamed');
  rename.action(async (from: string, to: string) =>
    finish(await runRename(context, globalOptions(rename), from, to)),
  );

  const remove = command.command('remove <name>').description('take a profile away; its file is kept aside');
  examples(remove, ['pvg profile remove game-dev']);
  needsStored(remove, 'removed');
  remove.action(async (name: string) => finish(await runRemove(context, globalOptions(remove), name)));

  const purge = command
    .command('purge <name>')
    .description('delete a profile and all kept aside for it, for good');
  examples(purge, ['pvg profile purge game-dev']);
  needsStored(purge, 'deleted');
  purge
    .option('--confirm <name>', 'the name again, where nobody can be asked')
    .action(async (name: string, options: Options) =>
      finish(await runPurge(context, globalOptions(purge), name, options)),
    );

  const importing = command
    .command('import <file>')
    .description('store a profile that `export` wrote (- reads standard input)');
  examples(importing, [
    `echo '{"name":"game-dev","environment":"dev","gateway":{"baseUrl":"https://gateway.example","clientId":"my-client"}}' | pvg profile import -`,
    'pvg profile import game-dev.json --name other-dev',
  ]);
  importing
    .option('--name <name>', 'store it under another name')
    .option('--keyring', keyringSays)
    .action(async (file: string, options: Options) =>
      finish(await runImport(context, globalOptions(importing), file, options)),
    );

  const exporting = command
    .command('export <name>')
    .description('a profile as JSON, with fingerprints in place of secrets');
  examples(exporting, [
    'pvg profile export game-dev',
    'pvg profile export game-dev --with-secrets --out game-dev.json',
  ]);
  needsStored(exporting, 'exported');
  exporting
    .option('--out <file>', 'write a new file (0600) instead of standard output')
    .option('--with-secrets', 'the secrets too; only into a file')
    .option('--overwrite', 'replace the file of --out')
    .action(async (name: string, options: Options) =>
      finish(await runExport(context, globalOptions(exporting), name, options)),
    );
}

type Options = Readonly<Record<string, unknown>>;

/** Says under the examples what they take for granted: a fresh machine has no stored profile. */
const needsStored = (command: Command, done: string): Command =>
  command.addHelpText(
    'before',
    `They need a stored profile: \`pvg profile list\` shows yours, \`pvg profile add --help\` how to store one.\nThe built-in profile local cannot be ${done}.\n`,
  );

/** A mode looser than 0600 is said on each use. */
async function noteModes(context: Context, globals: GlobalOptions, names: readonly string[]): Promise<void> {
  const found = await Promise.all(names.map((name) => context.profiles.looseModes(name)));
  // The folder is the same for all.
  for (const each of new Set(found.flat())) await note(context, globals, each);
}

const withFields = (command: Command): Command => {
  for (const { option, words, secret, member } of fields) {
    const value = secret ? 'path|-' : member === 'baseUrl' ? 'url' : 'id';
    command.option(`${option} <${value}>`, secret ? `file that holds the ${words}` : `the ${words}`);
  }
  return command.option('--keyring', keyringSays);
};

const keyringSays = 'keep the secrets in the system’s keyring, not in the file';

function given(context: Context, options: Options, globals: GlobalOptions): Given {
  const values: Partial<Record<FieldPath, string>> = {};
  for (const { option, path } of fields) {
    const value = text(options, new Option(`${option} <value>`).attributeName());
    if (value !== undefined) values[path] = value;
  }
  const environment = text(options, 'environment');
  const readOnly = options['readOnly'];
  return {
    fields: values,
    ...givenToSave(context, options, globals),
    ...(environment !== undefined && { environment }),
    ...(typeof readOnly === 'boolean' && { readOnly }),
  };
}

function givenToSave(context: Context, { keyring }: Options, globals: GlobalOptions): Omit<Given, 'fields'> {
  return {
    ask: globals.input,
    say: (text) => note(context, globals, text),
    ...(typeof keyring === 'boolean' && { keyring }),
  };
}

function text(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

async function savedFinished(
  context: Context,
  globals: GlobalOptions,
  verb: 'add' | 'set' | 'import',
  { profile, path, notes }: Saved,
): Promise<Finished> {
  await note(context, globals, `Written: ${path}`);
  for (const each of notes) await note(context, globals, each);
  return plainFinished(`profile ${verb}`, {
    profile: profile.name,
    environment: profile.environment,
    answer: { ...toPublicJson(profile), path, notes },
    view: {
      headline: `The profile ${profile.name} (${profile.environment}) is ${verb === 'set' ? 'changed' : 'stored'}.`,
      mood: 'good',
      facts: profileFacts(profile),
      nextCommand: `pvg profile show ${profile.name}`,
    },
  });
}

async function runList(context: Context, globals: GlobalOptions): Promise<Finished> {
  const listed: Listed[] = [{ name: localName, profile: localProfile, damage: null }];
  const names = await context.profiles.names();
  for (const name of names) listed.push(await readListed(context, name));
  await noteModes(context, globals, names);
  const notes = listed.flatMap(({ damage }) => damage ?? []);
  const chosen = await context.profiles.chosen().catch((error: unknown) => {
    notes.push(saysOf(error));
    return undefined;
  });
  const readable = listed.findLast(({ profile }) => profile !== null);
  return plainFinished('profile list', {
    answer: listed.map((each) => listedJson(each, each.name === chosen)),
    view: {
      headline: '',
      table: {
        head: ['profile', 'environment', 'interfaces', 'read-only', 'chosen'],
        rows: listed.map((each) => listedRow(each, each.name === chosen)),
      },
      notes: [
        ...(chosen === undefined ? [] : ['Commands that name no profile use the chosen one.']),
        ...notes,
      ],
      nextCommand:
        listed.length === 1 ? 'pvg profile add --help' : `pvg profile show ${readable?.name ?? localName}`,
    },
  });
}

async function runShow(
  context: Context,
  globals: GlobalOptions,
  name: string | undefined,
): Promise<Finished> {
  if (name !== undefined && globals.profile !== undefined && globals.profile !== name) {
    throw new PvgError('usage', 'The argument and --profile name two profiles.', { hint: 'Name one.' });
  }
  const resolved = await resolveProfile(context, {
    ...(globals.profile !== undefined && { profile: globals.profile }),
    ...(name !== undefined && { profile: name, profileSource: 'argument' }),
  });
  for (const each of resolved.notes) await note(context, globals, each);
  return plainFinished('profile show', {
    profile: resolved.name,
    environment: resolved.environment,
    answer: resolvedJson(context, resolved),
    view: {
      headline: `${resolved.name ?? 'Without a stored profile'} (${resolved.environment})`,
      mood: 'plain',
      facts: resolvedFacts(resolved),
      ...(resolved.name !== null && { nextCommand: `pvg doctor --profile ${resolved.name}` }),
    },
  });
}

async function runUse(context: Context, globals: GlobalOptions, name: string): Promise<Finished> {
  const profile = name === localName ? localProfile : await readStored(context, name, { secrets: false });
  if (name !== localName) await noteModes(context, globals, [name]);
  await note(context, globals, `Written: ${await context.profiles.choose(name)}`);
  return plainFinished('profile use', {
    profile: name,
    environment: profile.environment,
    answer: { chosen: name },
    view: {
      headline: `Commands that name no profile now use ${name} (${profile.environment}).`,
      mood: 'good',
      nextCommand: 'pvg profile show',
    },
  });
}

async function runRename(
  context: Context,
  globals: GlobalOptions,
  from: string,
  to: string,
): Promise<Finished> {
  await checkStored(context, from);
  checkProfileName(to, 'The new name');
  await checkNew(context, to);
  const path = await context.profiles.rename(from, to);
  await note(context, globals, `Written: ${path}`);
  await noteModes(context, globals, [to]);
  for (const each of await followChoice(context, from, to)) await note(context, globals, each);
  return plainFinished('profile rename', {
    profile: to,
    answer: { name: to, formerName: from, path },
    view: {
      headline: `The profile ${from} is now called ${to}.`,
      mood: 'good',
      nextCommand: `pvg profile show ${to}`,
    },
  });
}

async function runRemove(context: Context, globals: GlobalOptions, name: string): Promise<Finished> {
  await checkStored(context, name);
  const isWhole = await context.profiles.read(name, { secrets: false }).then(
    (profile) => profile !== undefined,
    () => false,
  );
  const keptAside = await context.profiles.setAside(name);
  for (const each of await followChoice(context, name, undefined)) await note(context, globals, each);
  await note(context, globals, `Kept aside: ${keptAside}`);
  if (isWhole) {
    const undo = shellLine(['pvg', 'profile', 'import', keptAside, '--name', name]);
    await note(context, globals, `To undo it: \`${undo}\`.`);
  }
  return plainFinished('profile remove', {
    profile: name,
    answer: { name, keptAside },
    view: {
      headline: `The profile ${name} is removed; its file, secrets included, is kept aside.`,
      mood: 'good',
      nextCommand: 'pvg profile list',
    },
  });
}

async function runPurge(
  context: Context,
  globals: GlobalOptions,
  name: string,
  options: Options,
): Promise<Finished> {
  const files = await purgeProfile(context, name, { confirm: text(options, 'confirm'), ask: globals.input });
  for (const each of await followChoice(context, name, undefined)) await note(context, globals, each);
  return plainFinished('profile purge', {
    profile: name,
    answer: { name, files },
    view: {
      headline: `The profile ${name} is deleted for good: ${String(files)} file${files === 1 ? '' : 's'}.`,
      mood: 'good',
      nextCommand: 'pvg profile list',
    },
  });
}

async function runImport(
  context: Context,
  globals: GlobalOptions,
  file: string,
  options: Options,
): Promise<Finished> {
  const bytes =
    file === '-' ? await context.stdin.readAll() : await context.files.read(file).catch(unreadable);
  const saved = await importProfile(context, bytes, {
    name: text(options, 'name'),
    ...givenToSave(context, options, globals),
  });
  return savedFinished(context, globals, 'import', saved);
}

function unreadable(error: unknown): never {
  if (!(error instanceof FileError)) throw error;
  throw new PvgError('input-unreadable', `The file to import cannot be read (${error.code}).`, {
    hint: 'Give its path, or `-` for standard input.',
  });
}

async function runExport(
  context: Context,
  globals: GlobalOptions,
  name: string,
  options: Options,
): Promise<Finished> {
  const wanted = exportOptions(name, {
    out: text(options, 'out'),
    withSecrets: options['withSecrets'] === true,
    overwrite: options['overwrite'] === true,
  });
  const profile = await readStored(context, name);
  await noteModes(context, globals, [name]);
  const { json, data } = exported(profile, wanted);
  const place = { profile: name, environment: profile.environment };
  const { out, withSecrets } = wanted;
  if (out === undefined)
    return plainFinished('profile export', { ...place, answer: json, view: { headline: '', data } });
  await writeExport(context, out, data, wanted.overwrite);
  await note(context, globals, `Written: ${out}`);
  return plainFinished('profile export', {
    ...place,
    answer: { ...toPublicJson(profile), path: out, withSecrets },
    view: {
      headline: `The profile ${name} is exported${withSecrets ? ', with its secrets' : '; secrets are left out'}.`,
      mood: withSecrets ? 'careful' : 'good',
      nextCommand: 'pvg profile import --help',
    },
  });
}
