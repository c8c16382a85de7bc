import type { Context } from '../context.js';
import { nearest } from '../contract/nearest.js';
import { PvgError } from '../failure.js';
import { localName } from './names.js';

/** Names what named the profile, never the name itself: a mistyped one may be a secret. */
export async function unknownProfile(context: Context, name: string, source?: string): Promise<PvgError> {
  const names = [...(await context.profiles.names().catch(() => [])), localName];
  const near = nearest(name, names).map((each) => `\`${each}\``);
  return new PvgError(
    'profile-unknown',
    `There is no profile of that name${source === undefined ? '' : ` (${source})`}.`,
    {
      hint:
        near.length > 0
          ? `Did you mean ${near.join(' or ')}?`
          : 'See `pvg profile list`; `pvg profile add` stores one.',
    },
  );
}
