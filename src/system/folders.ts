import { posix, win32 } from 'node:path';
import type { Folders } from '../context.js';

interface FolderOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: string;
  /** The base of a relative `PVG_CONFIG_DIR`. */
  readonly workingFolder: string;
}

/** Where pvg stores its files: `PVG_CONFIG_DIR` and `PVG_STATE_DIR`, otherwise the platform's own places. */
export function openFolders(options: FolderOptions): Folders {
  const { env, platform, workingFolder } = options;
  const { resolve } = platform === 'win32' ? win32 : posix;
  const usual = usualFolders(options);
  return {
    config: env.PVG_CONFIG_DIR ? resolve(workingFolder, env.PVG_CONFIG_DIR) : usual.config,
    state: env.PVG_STATE_DIR ? resolve(workingFolder, env.PVG_STATE_DIR) : usual.state,
  };
}

function usualFolders({ env, home, platform }: FolderOptions): Folders {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix;
  // XDG Base Directory Specification: a relative path is invalid and must be ignored.
  const below = (folder: string | undefined, usual: string): string =>
    folder && isAbsolute(folder) ? join(folder, 'pvg') : join(home, usual);
  if (platform === 'win32') {
    return {
      config: below(env.APPDATA, 'AppData/Roaming/pvg'),
      state: join(below(env.LOCALAPPDATA, 'AppData/Local/pvg'), 'state'),
    };
  }
  const isMac = platform === 'darwin';
  const config = isMac ? 'Library/Application Support/pvg' : '.config/pvg';
  const state = isMac ? 'Library/Application Support/pvg/state' : '.local/state/pvg';
  return { config: below(env.XDG_CONFIG_HOME, config), state: below(env.XDG_STATE_HOME, state) };
}
