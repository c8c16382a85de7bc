import { onPvgError } from '../failure.js';
import { commandResult, type CommandResult } from '../output/command-result.js';
import {
  addProfileLine,
  filledFields,
  listInterfaces,
  listProfiles,
  localName,
  localProfile,
} from '../profiles/fields.js';
import { resolveProfile } from '../profiles/resolve.js';
import { noteSentence } from '../profiles/secret-input.js';
import { shownFingerprint } from '../signing/digest.js';
import type { Printable } from '../text/json/json.js';
import {
  noteEachOnce,
  noteLooseModes,
  profileFacts,
  yesNo,
  type Invocation,
} from './profile-invocation.js';

/** `pvg profile list` and `show`: they change nothing. */

export async function runList(call: Invocation): Promise<CommandResult> {
  const stored = await listProfiles(call.context);
  await noteLooseModes(call, ...stored.map(({ name }) => name));
  const all = [{ name: localName, profile: localProfile, error: null }, ...stored];
  const notes = all.flatMap(({ error }) => error?.message ?? []);
  const addNote = onPvgError(({ message }) => void notes.push(message));
  const chosen = await call.context.profiles.chosen().catch(addNote);
  // The last one, because the first is the built-in profile.
  const lastReadable = all.findLast(({ profile }) => profile !== null)?.name ?? localName;
  const answer = all.map(({ name, profile }) => ({
    name,
    environment: profile?.environment ?? null,
    interfaces: profile && listInterfaces(profile),
    package: profile?.package ?? null,
    readOnly: profile && profile.readOnly,
    chosen: name === chosen,
    builtIn: name === localName,
    damaged: profile === null,
  }));
  const rows = answer.map(({ name, environment, interfaces, readOnly, chosen: isChosen }) => [
    name,
    environment ?? 'damaged',
    interfaces?.join(', ') ?? 'unknown',
    readOnly === null ? 'unknown' : yesNo(readOnly),
    yesNo(isChosen),
  ]);
  return commandResult('profile list', {
    answer,
    view: {
      table: { head: ['Profile', 'Environment', 'Interfaces', 'Read-only', 'Chosen'], rows },
      notes,
      nextCommand: stored.length === 0 ? addProfileLine : `pvg profile show ${lastReadable}`,
    },
  });
}

export async function runShow(call: Invocation, typedName?: string): Promise<CommandResult> {
  const { context } = call;
  const resolved = await resolveProfile(context, { profile: typedName ?? call.globals.profile });
  const { name, environment, local, sources } = resolved;
  const notes = resolved.notes.map(noteSentence);
  await noteEachOnce(call, ...notes);
  const sourceOf = (id: keyof typeof sources): string | null => sources[id] ?? null;
  const values = filledFields(resolved).map(({ field, value }): [string, Printable] => {
    const shown = field.secret ? { fingerprint: shownFingerprint(value) } : { value };
    return [field.name, { ...shown, source: sourceOf(field.name) }];
  });
  return commandResult('profile show', {
    profile: name,
    environment,
    answer: {
      name,
      source: sourceOf('profile'),
      readOnly: resolved.readOnly,
      environment: { value: environment, source: sourceOf('environment') },
      ...Object.fromEntries(values),
      path: name === null || local ? null : context.profiles.path(name),
      notes,
    },
    view: {
      headline: `${name ?? 'Without a stored profile'} (${environment})`,
      facts: [
        { label: 'profile', value: `${name ?? '(none)'} (${sources.profile ?? ''})` },
        ...profileFacts(resolved, sources),
      ],
      nextCommand: name === null ? undefined : `pvg doctor --profile ${name}`,
    },
  });
}
