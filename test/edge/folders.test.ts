import { expect, it } from 'vitest';
import { openFolders } from '../../src/edge/folders.js';

const usual = ['/home/ann/.config/pvg', '/home/ann/.local/state/pvg'] as const;
const roaming = 'C:\\Users\\ann\\AppData\\Roaming';
const support = '/Users/ann/Library/Application Support/pvg';
it.each<[string, string, Record<string, string>, string, string]>([
  ['linux', '/home/ann', {}, ...usual],
  ['linux', '/home/ann', { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' }, '/c/pvg', '/s/pvg'],
  // The XDG specification: a relative path is to be ignored.
  ['linux', '/home/ann', { XDG_CONFIG_HOME: 'c', XDG_STATE_HOME: '' }, ...usual],
  [
    'linux',
    '/home/ann',
    { PVG_CONFIG_DIR: '/own/c', PVG_STATE_DIR: '/s', XDG_CONFIG_HOME: '/c' },
    '/own/c',
    '/s',
  ],
  ['linux', '/home/ann', { PVG_CONFIG_DIR: 'c', PVG_STATE_DIR: '../s' }, '/srv/here/c', '/srv/s'],
  ['linux', '/home/ann', { PVG_CONFIG_DIR: '' }, ...usual],
  ['darwin', '/Users/ann', {}, support, `${support}/state`],
  [
    ...(['win32', 'C:\\Users\\ann', { APPDATA: roaming, LOCALAPPDATA: 'D:\\Local' }] as const),
    ...([`${roaming}\\pvg`, 'D:\\Local\\pvg\\state'] as const),
  ],
  [
    ...(['win32', 'C:\\Users\\ann', {}] as const),
    ...([`${roaming}\\pvg`, 'C:\\Users\\ann\\AppData\\Local\\pvg\\state'] as const),
  ],
])('on %s in %s with %j', (platform, home, env, config, state) => {
  expect(openFolders({ env, home, platform, workingFolder: '/srv/here' })).toEqual({ config, state });
});
