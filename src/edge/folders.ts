import { posix, win32 } from 'node:path';
import type { Folders } from '../context.js';

interface FolderOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The user's home folder, as the system reports it. */
  readonly home: string;
  /** A value of `process.platform`. */
  readonly platform: string;
  /** The base of a relative `PVG_CONFIG_DIR`. */
  readonly workingFolder: string;
}

/** Where pvg stores its files: `PVG_CONFIG_DIR` and `PVG_STATE_DIR`, otherwise the platform's own places. */
export function openFolders(options: FolderOptions): Folders {
  const { env, platform, workingFolder } = options;
  const { resolve } = platform === 'win32' ? win32 : posix;
  const places = platform === 'win32' ? windowsFolders(options) : unixFolders(options);
  return {
    config: env.PVG_CONFIG_DIR ? resolve(workingFolder, env.PVG_CONFIG_DIR) : places.config,
    state: env.PVG_STATE_DIR ? resolve(workingFolder, env.PVG_STATE_DIR) : places.state,
  };
}

function windowsFolders({ env, home }: FolderOptions): Folders {
  const roaming = env.APPDATA ? env.APPDATA : win32.join(home, 'AppData', 'Roaming');
  const local = env.LOCALAPPDATA ? env.LOCALAPPDATA : win32.join(home, 'AppData', 'Local');
  return { config: win32.join(roaming, 'pvg'), state: win32.join(local, 'pvg', 'state') };
}

function unixFolders({ env, home, platform }: FolderOptions): Folders {
  const places =
    platform === 'darwin'
      ? ['Library/Application Support/pvg', 'Library/Application Support/pvg/state']
      : ['.config/pvg', '.local/state/pvg'];
  const [config = '', state = ''] = places.map((place) => posix.join(home, place));
  return { config: xdg(env.XDG_CONFIG_HOME) ?? config, state: xdg(env.XDG_STATE_HOME) ?? state };
}

/** XDG Base Directory Specification: a relative path is invalid and must be ignored. */
const xdg = (folder: string | undefined): string | undefined =>
  folder && posix.isAbsolute(folder) ? posix.join(folder, 'pvg') : undefined;
