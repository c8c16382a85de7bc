import { expect, it } from 'vitest';
import { openFolders } from '../../src/edge/folders.js';

it.each<[string, string, Record<string, string>, string, string]>([
  ['linux', '/home/ann', {}, '/home/ann/.config/pvg', '/home/ann/.local/state/pvg'],
  ['linux', '/home/ann', { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' }, '/c/pvg', '/s/pvg'],
  // The XDG specification: a relative path is to be ignored.
  [
    'linux',
    '/home/ann',
    { XDG_CONFIG_HOME: 'c', XDG_STATE_HOME: '' },
    '/home/ann/.config/pvg',
    '/home/ann/.local/state/pvg',
  ],
  [
    'linux',
    '/home/ann',
    { PVG_CONFIG_DIR: '/own/c', PVG_STATE_DIR: '/own/s', XDG_CONFIG_HOME: '/c' },
    '/own/c',
    '/own/s',
  ],
  ['linux', '/home/ann', { PVG_CONFIG_DIR: 'c', PVG_STATE_DIR: '../s' }, '/srv/here/c', '/srv/s'],
  ['linux', '/home/ann', { PVG_CONFIG_DIR: '' }, '/home/ann/.config/pvg', '/home/ann/.local/state/pvg'],
  [
    'darwin',
    '/Users/ann',
    {},
    '/Users/ann/Library/Application Support/pvg',
    '/Users/ann/Library/Application Support/pvg/state',
  ],
  [
    'win32',
    'C:\\Users\\ann',
    { APPDATA: 'C:\\Users\\ann\\AppData\\Roaming', LOCALAPPDATA: 'D:\\Local' },
    'C:\\Users\\ann\\AppData\\Roaming\\pvg',
    'D:\\Local\\pvg\\state',
  ],
  [
    'win32',
    'C:\\Users\\ann',
    {},
    'C:\\Users\\ann\\AppData\\Roaming\\pvg',
    'C:\\Users\\ann\\AppData\\Local\\pvg\\state',
  ],
])('on %s in %s with %j', (platform, home, env, config, state) => {
  expect(openFolders({ env, home, platform, workingFolder: '/srv/here' })).toEqual({ config, state });
});
