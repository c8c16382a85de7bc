// One command line for each command, as people type it: for the start-up and the sizes.
import { createHmac } from 'node:crypto';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csvRows, gatewayEnv } from '../test/helpers/gateway-server.mjs';
import { peer, pvgFile, run, serve, workFolder } from './runs.mjs';

const demo = '--product-id gems_100 --package com.example.game --receipt demo-purchased';
const ready = /listening on/;
// Signed with the spaces of Python's json.dumps, sent without them.
const mistaken = createHmac('sha256', 'demo-secret-key').update('{"gameId": "demo"}').digest('hex');

/** `label`: Markdown. `by`: the source of the credentials. `quick`: the command has a goal. */
export const lines = [
  { name: 'version', label: '`pvg --version`', line: '--version', quick: true },
  { name: 'help', label: '`pvg --help`', line: '--help', quick: true },
  { name: 'lookup-help', label: '`pvg lookup --help`', line: 'lookup --help' },
  {
    name: 'sign',
    label: '`pvg sign`',
    line: 'sign session --profile local --body {"gameId":"demo"}',
    quick: true,
  },
  {
    name: 'explain-error',
    label: '`pvg explain-error`',
    line: 'explain-error DUPLICATE_TRANSACTION',
    quick: true,
  },
  { name: 'vectors', label: '`pvg vectors`', line: 'vectors' },
  { name: 'completion', label: '`pvg completion`', line: 'completion bash' },
  { name: 'profile-list', label: '`pvg profile list`', line: 'profile list' },
  { name: 'journal-list', label: '`pvg journal list`', line: 'journal list' },
  { name: 'report', label: '`pvg report`', line: 'report --last' },
  { name: 'doctor', label: '`pvg doctor`', line: 'doctor --profile local' },
  {
    name: 'diagnose',
    label: '`pvg diagnose`, one cause',
    line: `diagnose --profile local --interface session --body {"gameId":"demo"} --signature ${mistaken}`,
    status: 6,
  },
  {
    name: 'lookup-local',
    label: '`pvg lookup --profile local`',
    line: `lookup --profile local ${demo}`,
    quick: true,
  },
  { name: 'lookup', label: '`pvg lookup`', line: `lookup ${demo}`, by: 'variables', quick: true },
  {
    name: 'lookup-stored',
    label: '`pvg lookup`, stored profile',
    line: `lookup --profile bench ${demo}`,
  },
  { name: 'verify', label: '`pvg verify`', line: `verify ${demo}`, by: 'variables' },
  {
    name: 'session',
    label: '`pvg session`',
    line: 'session --username player-42',
    by: 'variables',
  },
  {
    name: 'session-check',
    label: '`pvg session --check`',
    line: 'session --username player-42 --check',
    by: 'variables',
  },
  { name: 'batch', label: '`pvg batch`, one row', line: 'batch one.csv', by: 'variables' },
  {
    name: 'desk',
    label: '`pvg desk`, until it prints its address',
    line: 'desk --profile local --no-open --port 0',
    ready: /127\.0\.0\.1:\d+/,
    quick: true,
  },
  { name: 'emulate', label: '`pvg emulate`, until it listens', line: 'emulate --port 0', ready },
  {
    name: 'listen',
    label: '`pvg listen`, until it listens',
    line: 'listen --profile local --port 0',
    ready,
  },
];

export const variables = (port) => ({
  ...gatewayEnv(port),
  PVG_SESSION_URL: `http://127.0.0.1:${String(port)}`,
  PVG_GAME_ID: 'bulk-game',
  PVG_SECRET_KEY: 'bulk-secret-key',
});

export const callsInJournal = 20;

/** A server, and a home with one stored profile and some calls in its journal. Each run starts with a copy of the home. */
export async function openCommands(node) {
  const server = await serve({ command: node, args: [peer('answers.mjs')] });
  // The cache of compiled code is beside the homes: what one run compiled must be there for the next.
  const [home, kept, cache] = ['home', 'kept-home', 'cache'].map((name) =>
    join(workFolder(), name),
  );
  rmSync(kept, { recursive: true, force: true });
  writeFileSync(join(workFolder(), 'one.csv'), [...csvRows(1)].join(''));
  writeFileSync(join(workFolder(), 'secret'), 'bulk-client-secret');
  const pvg = (words) => ({ command: node, args: [pvgFile, ...words], env: { HOME: kept } });
  const place = `--environment dev --gateway-url http://127.0.0.1:${String(server.port)}`;
  const add = `profile add bench ${place} --client-id bulk-client --client-secret-file secret --no-input`;
  await run(pvg(add.split(' ')));
  for (let call = 0; call < callsInJournal; call += 1)
    await run(pvg(`lookup --profile local ${demo}`.split(' ')));
  const fresh = () => {
    rmSync(home, { recursive: true, force: true });
    cpSync(kept, home, { recursive: true });
  };
  const taskOf = ({ line, by, status, ready: until }) => ({
    command: node,
    args: [pvgFile, ...line.split(' ')],
    env: { HOME: home, XDG_CACHE_HOME: cache, ...(by === 'variables' && variables(server.port)) },
    status,
    ready: until,
  });
  return { server, fresh, taskOf };
}
