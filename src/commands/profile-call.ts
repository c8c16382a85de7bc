import type { Context } from '../context.js';
import type { GlobalOptions } from '../input/options.js';
import { plainFinished, type Finished, type View } from '../output/finished.js';
import { note } from '../output/present.js';
import type { Given } from '../profiles/draft.js';
import type { Saved } from '../profiles/manage.js';
import { toPublicJson } from '../profiles/profile-json.js';
import { profileFacts } from '../profiles/shown.js';

/** Shared by the sub-commands of `pvg profile`. */

export interface Call {
  readonly context: Context;
  readonly globals: GlobalOptions;
  readonly options: Readonly<Record<string, unknown>>;
}

export const textOf = ({ options }: Call, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};

export const switchOf = ({ options }: Call, name: string): boolean | undefined => {
  const value = options[name];
  return typeof value === 'boolean' ? value : undefined;
};

export async function noteAll({ context, globals }: Call, ...sentences: readonly string[]): Promise<void> {
  for (const each of sentences) await note(context, globals, each);
}

/** Reports a mode looser than 0600 on each use. */
export async function sayModes(call: Call, names: readonly string[]): Promise<void> {
  const found = await Promise.all(names.map((name) => call.context.profiles.looseModes(name)));
  // The folder is the same for all.
  await noteAll(call, ...new Set(found.flat()));
}

export const savingOf = (call: Call): Omit<Given, 'fields'> => ({
  ask: call.globals.input,
  say: (text) => noteAll(call, text),
  keyring: switchOf(call, 'keyring'),
});

export async function saved(
  call: Call,
  verb: 'add' | 'set' | 'import',
  { profile, path, notes }: Saved,
): Promise<Finished> {
  const { name, environment } = profile;
  await noteAll(call, `Written: ${path}`, ...notes);
  return ended(verb, `The profile ${name} (${environment}) is ${verb === 'set' ? 'changed' : 'stored'}.`, {
    place: { profile: name, environment },
    answer: { ...toPublicJson(profile), path, notes },
    next: `pvg profile show ${name}`,
    facts: profileFacts(profile),
  });
}

export const ended = (
  verb: string,
  headline: string,
  {
    place,
    answer,
    next,
    ...view
  }: {
    readonly place: Partial<Pick<Finished, 'profile' | 'environment'>>;
    readonly answer: Finished['answer'];
    readonly next: string;
  } & Pick<View, 'mood' | 'facts' | 'notes'>,
): Finished =>
  plainFinished(`profile ${verb}`, {
    ...place,
    answer,
    view: { headline, mood: 'good', ...view, nextCommand: next },
  });
