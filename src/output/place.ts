import type { Context } from '../context.js';
import type { Environment } from '../contract/environments.js';
import type { Interface } from '../contract/interfaces.js';

/** Which credentials a run speaks with, and to which interface: stands on every result, also of a failure. */
interface Place {
  readonly profile: string | null;
  readonly environment: Environment;
  readonly interface: Interface | null;
}

const places = new WeakMap<Context, Place>();

/** Said as soon as the profile is resolved, so that what fails afterwards can be told with its place. */
export function recordPlace(
  context: Context,
  { name, environment }: { readonly name: string | null; readonly environment: Environment },
  called: Interface | null = null,
): void {
  places.set(context, { profile: name, environment, interface: called });
}

/** undefined before a profile was resolved. */
export const placeOf = (context: Context): Place | undefined => places.get(context);
