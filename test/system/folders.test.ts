import { expect, it } from 'vitest';
import { openFolders } from '../../src/system/process.js';

const usual = ['/home/ann/.config/pvg', '/home/ann/.local/state/pvg'] as const;
const support = '/Users/ann/Library/Application Support/pvg';
const appData = 'C:\\Users\\ann\\AppData';
const given = { APPDATA: 'D:\\Roaming', LOCALAPPDATA: 'D:\\Local' };
const own = { PVG_CONFIG_DIR: '/own/c', PVG_STATE_DIR: '../s', XDG_CONFIG_HOME: '/c' };
const xdg = { XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: '/s' };
it.each<[string, string, Record<string, string>, string, string]>([
  ['linux', '/home/ann', {}, ...usual],
  ['linux', '/home/ann', xdg, '/c/pvg', '/s/pvg'],
  // The XDG specification: a relative path is to be ignored.
  [
    'linux',
    '/home/ann',
    { XDG_CONFIG_HOME: 'c', XDG_STATE_HOME: '', PVG_CONFIG_DIR: '' },
    ...usual,
  ],
  ['linux', '/home/ann', own, '/own/c', '/srv/s'],
  ['darwin', '/Users/ann', {}, support, `${support}/state`],
  ['win32', 'C:\\Users\\ann', given, 'D:\\Roaming\\pvg', 'D:\\Local\\pvg\\state'],
  ['win32', 'C:\\Users\\ann', {}, `${appData}\\Roaming\\pvg`, `${appData}\\Local\\pvg\\state`],
])('on %s in %s with %j', (platform, home, env, config, state) => {
  expect(openFolders({ env, home, platform, workingFolder: '/srv/here' })).toEqual({
    home,
    config,
    state,
  });
});
