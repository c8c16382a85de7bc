import { shellLine } from './shell.js';

/** Others may read what is meant for its owner alone: the sentence for it, and the command that ends it. */
interface LooseMode {
  readonly says: string;
  readonly fix: string;
}

/** undefined where only its owner may read it; `called`: how the sentence names it. */
export function looseMode(
  path: string,
  found: { readonly kind: string; readonly mode: number } | undefined,
  called = path,
): LooseMode | undefined {
  if (found === undefined || (found.mode & 0o077) === 0) return undefined;
  const wanted = found.kind === 'folder' ? '0700' : '0600';
  const says = `${called} has mode 0${found.mode.toString(8).padStart(3, '0')}, looser than ${wanted}: others may read it.`;
  return { says, fix: shellLine(['chmod', wanted, path]) };
}
