import type { FieldPath } from '../contract/profile.js';
import { Option, type Command } from 'commander';
import type { Context } from '../context.js';
import { onPvgError, PvgError } from '../failure.js';
import { examples, globalOptions } from '../input/options.js';
import { plainFinished, type Finish, type Finished } from '../output/finished.js';
import { counted } from '../text/counted.js';
import { shellLine } from '../text/shell.js';
import type { Given } from '../profiles/draft.js';
import { addProfile, setProfile } from '../profiles/manage.js';
import { fields } from '../profiles/fields.js';
import {
  followChoice,
  checkKept,
  checkNew,
  checkStored,
  readListed,
  readStored,
  type Listed,
} from '../profiles/naming.js';
import { localProfile, checkProfileName, localName } from '../profiles/profile.js';
import { resolveProfile } from '../profiles/resolve.js';
import { listedJson, listedRow, resolvedFacts, resolvedJson } from '../profiles/shown.js';
import { confirmDeletion } from '../input/confirm.js';
import { ended, noteAll, saved, savingOf, sayModes, switchOf, textOf, type Call } from './profile-call.js';
import { runExport, runImport } from './profile-moving.js';

export function registerProfile(command: Command, context: Context, finish: Finish): void {
  examples(command, ['pvg profile list', 'pvg profile show local', 'pvg profile add --help']);
  const define: Define = (words, says, run, lines) => {
    const made = examples(command.command(words).description(says), lines);
    return made.action(async () => {
      const call = { context, globals: globalOptions(made), options: made.opts() };
      await finish(await run(call, ...made.args));
    });
  };

  defineKeeping(define);
  defineMoving(define);
}

type Define = (
  words: string,
  says: string,
  run: (call: Call, ...names: string[]) => Promise<Finished>,
  lines: readonly string[],
) => Command;

function defineKeeping(define: Define): void {
  const add = define('add <name>', 'store the credentials of one game in one environment', runAdd, [
    'pvg profile add game-dev --environment dev --gateway-url https://gateway.example --client-id my-client --client-secret-file client-secret',
    'printf my-key | pvg profile add game-prod --environment prod --session-url https://session.example --game-id my-game --secret-key-file -',
  ]);
  withFields(add.option('--environment <dev|prod>', 'the environment; it cannot be changed later')).option(
    '--read-only',
    'never verify with this profile',
  );

  define('list', 'all profiles, including built-in and damaged ones', runList, [
    'pvg profile list',
    'pvg profile list --json',
  ]);
  define('show [name]', 'the values in use and their sources; secrets are shown as fingerprints', runShow, [
    'pvg profile show local',
    'pvg profile show local --json',
  ]);
  define('use <name>', 'choose the profile for commands without --profile', runUse, [
    'pvg profile use local',
  ]);

  const set = define('set <name>', 'change values; an old secret is kept until `purge`', runSet, [
    'pvg profile set game-dev --client-secret-file ./new-secret',
    'pvg profile set game-prod --read-only',
  ]);
  needsStored(set, 'changed');
  withFields(set.addOption(new Option('--environment <dev|prod>').hideHelp()))
    .option('--read-only', 'never verify with this profile')
    .option('--no-read-only', 'allow verify again')
    .option('--no-keyring', 'move the secrets back into the file');
}

function defineMoving(define: Define): void {
  const rename = define('rename <name> <new-name>', 'give a profile another name', runRename, [
    'pvg profile rename game-dev game-sandbox',
  ]);
  needsStored(rename, 'renamed');

  const remove = define('remove <name>', 'remove a profile; its file is kept until `purge`', runRemove, [
    'pvg profile remove game-dev',
  ]);
  needsStored(remove, 'removed');

  const purge = define('purge <name>', 'delete a profile and its old files for good', runPurge, [
    'pvg profile purge game-dev',
  ]);
  needsStored(purge, 'deleted').option('--confirm <name>', 'the name again, to confirm without a terminal');

  define(
    'import <file>',
    'store one or all profiles that `export` wrote (- reads standard input)',
    runImport,
    [
      `echo '{"name":"game-dev","environment":"dev","gateway":{"baseUrl":"https://gateway.example","clientId":"my-client"}}' | pvg profile import -`,
      'pvg profile import game-dev.json --name other-dev',
    ],
  )
    .option('--name <name>', 'store it under another name')
    .option('--keyring', keyringSays);

  const exporting = define(
    'export [name]',
    'print a profile as JSON, with fingerprints instead of secrets',
    runExport,
    [
      'pvg profile export game-dev',
      'pvg profile export game-dev --with-secrets --out game-dev.json',
      'pvg profile export --all --out profiles.json',
    ],
  );
  needsStored(exporting, 'exported')
    .option('--all', 'all stored profiles, for another computer')
    .option('--out <file>', 'write a new file (0600) instead of standard output')
    .option('--with-secrets', 'include the secrets; needs --out')
    .option('--overwrite', 'replace the file given with --out');
}

/** Says what the examples need: a new machine has no stored profile. */
const needsStored = (command: Command, done: string): Command =>
  command.addHelpText(
    'before',
    `The examples need a stored profile. See yours with \`pvg profile list\`, or store one: \`pvg profile add --help\`.\nThe built-in profile local cannot be ${done}.\n`,
  );

const withFields = (command: Command): Command => {
  for (const { option, placeholder, words, secret } of fields)
    command.option(
      `${option} <${placeholder}${secret ? '|-' : ''}>`,
      secret ? `file with the ${words}` : `the ${words}`,
    );
  return command.option('--keyring', keyringSays);
};

const keyringSays = 'keep the secrets in the system’s keyring, not in the file';

function givenOf(call: Call): Given {
  const values: Partial<Record<FieldPath, string>> = {};
  for (const { attribute, path } of fields) {
    const value = textOf(call, attribute);
    if (value !== undefined) values[path] = value;
  }
  return {
    ...savingOf(call),
    fields: values,
    environment: textOf(call, 'environment'),
    readOnly: switchOf(call, 'readOnly'),
  };
}

const runAdd = async (call: Call, name: string): Promise<Finished> =>
  saved(call, 'add', await addProfile(call.context, name, givenOf(call)));

const runSet = async (call: Call, name: string): Promise<Finished> =>
  saved(call, 'set', await setProfile(call.context, name, givenOf(call)));

async function runList(call: Call): Promise<Finished> {
  const { profiles } = call.context;
  const listed: Listed[] = [{ name: localName, profile: localProfile, error: null }];
  const names = await profiles.names();
  for (const name of names) listed.push(await readListed(call.context, name, { secrets: false }));
  await sayModes(call, names);
  const notes = listed.flatMap(({ error }) => error?.message ?? []);
  const chosen = await profiles.chosen().catch(onPvgError(({ message }) => void notes.push(message)));
  if (chosen !== undefined) notes.unshift('Commands without --profile use the chosen profile.');
  const readable = listed.findLast(({ profile }) => profile !== null);
  return plainFinished('profile list', {
    answer: listed.map((each) => listedJson(each, each.name === chosen)),
    view: {
      headline: '',
      table: {
        head: listedHead,
        rows: listed.map((each) => listedRow(each, each.name === chosen)),
      },
      notes,
      nextCommand:
        listed.length === 1 ? 'pvg profile add --help' : `pvg profile show ${readable?.name ?? localName}`,
    },
  });
}

const listedHead = ['profile', 'environment', 'interfaces', 'read-only', 'chosen'];

async function runShow(call: Call, name?: string): Promise<Finished> {
  const { context, globals } = call;
  if (name !== undefined && globals.profile !== undefined && globals.profile !== name)
    throw new PvgError('usage', 'The argument and --profile name different profiles.', {
      hint: 'Use one of them.',
    });
  const resolved = await resolveProfile(context, {
    profile: name ?? globals.profile,
    profileSource: name === undefined ? undefined : 'argument',
  });
  await noteAll(call, ...resolved.notes.map(({ says }) => says));
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

async function runUse(call: Call, name: string): Promise<Finished> {
  const { context } = call;
  const isLocal = name === localName;
  const { environment, readOnly } = isLocal
    ? localProfile
    : await readStored(context, name, { secrets: false });
  await sayModes(call, isLocal ? [] : [name]);
  await noteAll(call, `Written: ${await context.profiles.choose(name)}`);
  return ended('use', `Commands without --profile now use ${name} (${environment}).`, {
    place: { profile: name, environment },
    answer: { chosen: name },
    next: 'pvg profile show',
    ...(environment === 'prod' && { mood: 'careful', notes: [prodMeans(name, readOnly)] }),
  });
}

const prodMeans = (name: string, readOnly: boolean): string =>
  readOnly
    ? 'They call prod now: real purchases and real players. This profile is read-only, so it never verifies.'
    : `They call prod now: real purchases and real players. A verify there records the purchase. The game’s own verify then gets HTTP 409, and the game must not grant. For support, forbid it: \`pvg profile set ${name} --read-only\`.`;

async function runRename(call: Call, from: string, to: string): Promise<Finished> {
  const { context } = call;
  await checkStored(context, from);
  checkProfileName(to, 'The new name');
  await checkNew(context, to);
  const path = await context.profiles.rename(from, to);
  await noteAll(call, `Written: ${path}`);
  await sayModes(call, [to]);
  await noteAll(call, ...(await followChoice(context, from, to)));
  return ended('rename', `The profile ${from} is now called ${to}.`, {
    place: { profile: to },
    answer: { name: to, formerName: from, path },
    next: `pvg profile show ${to}`,
  });
}

async function runRemove(call: Call, name: string): Promise<Finished> {
  const { context } = call;
  await checkStored(context, name);
  const { error } = await readListed(context, name, { secrets: false });
  const keptAside = await context.profiles.setAside(name);
  await noteAll(
    call,
    ...(await followChoice(context, name, undefined)),
    `The old file, with its secrets, is kept: ${keptAside}`,
  );
  const undo = shellLine(['pvg', 'profile', 'import', keptAside, '--name', name]);
  if (error === null) await noteAll(call, `To undo this, run \`${undo}\`.`);
  await noteAll(call, `To delete the old file too, run \`pvg profile purge ${name} --confirm ${name}\`.`);
  return ended('remove', `The profile ${name} is removed.`, {
    place: { profile: name },
    answer: { name, keptAside },
    next: 'pvg profile list',
  });
}

async function runPurge(call: Call, name: string): Promise<Finished> {
  const { context, globals } = call;
  await checkKept(context, name);
  const isStored = (await context.profiles.names()).includes(name);
  const deletion = {
    wanted: name,
    what: 'a profile',
    calledFor: 'profile’s name',
    question: `To delete the profile ${name} and its old files for good, type its name: `,
    next: isStored ? `pvg profile show ${name}` : 'pvg profile list',
  };
  await confirmDeletion(context, deletion, { confirm: textOf(call, 'confirm'), ask: globals.input });
  const files = await context.profiles.purge(name);
  await noteAll(call, ...(await followChoice(context, name, undefined)));
  return ended('purge', `The profile ${name} is deleted for good: ${counted(files, 'file')}.`, {
    place: { profile: name },
    answer: { name, files },
    next: 'pvg profile list',
  });
}
