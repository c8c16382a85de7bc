import { nearest } from '../../text/nearest.js';

/** What to do about a path that the interface does not have: the one difference, if there is only one. */
export function pathFix(path: string, paths: readonly string[]): string {
  const withoutSlash = path.replace(/\/$/, '');
  if (paths.some((known) => withoutSlash.endsWith(known))) {
    return 'Leave out the `/` at the end of the path.';
  }
  const [near, ...more] = nearest(withoutSlash, [...paths]);
  const meant = near === undefined || more.length > 0 ? paths : [near];
  const choice = meant.map((known) => `\`${known}\``).join(' or ');
  return `Send the request to the base address followed by ${choice}.`;
}
