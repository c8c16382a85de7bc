// Requests a second of `pvg emulate`, compared with a bare node:http server that only reads the body.
import { inPairs, median, ratios } from '../pairs.mjs';
import { peer, pvgFile, run, serve } from '../runs.mjs';
import { figure, spread } from '../tables.mjs';

export const says = 'Emulator: signed look-ups a second';

const connections = 64;
// The emulator prints these when it starts: they are not secret.
const credentials = { PVG_CLIENT_ID: 'demo-client', PVG_CLIENT_SECRET: 'demo-client-secret' };

async function loaded(node, server, seconds) {
  const before = server.cpuMs();
  const args = [peer('load.mjs'), server.port, connections, seconds].map(String);
  const { printed } = await run({ command: node, args, env: credentials, reads: true });
  const found = JSON.parse(printed);
  if (found.wrong > 0) throw new Error(`${String(found.wrong)} answers were not 200`);
  return {
    requests: found.requests,
    perSecond: found.requests / found.seconds,
    cpuUs: ((server.cpuMs() - before) * 1000) / found.requests,
  };
}

/** V8 goes on compiling for this many requests, on a slow machine for as many as on a quick one. */
const warmUpRequests = 30_000;

async function warmUp(node, server) {
  let served = 0;
  while (served < warmUpRequests) served += (await loaded(node, server, 1)).requests;
}

export async function measure({ node, quick }) {
  const rounds = quick ? 8 : 15;
  const bare = await serve({ command: node, args: [peer('answers.mjs')] });
  const emulator = await serve({ command: node, args: [pvgFile, 'emulate', '--port', '0'] });
  for (const server of [bare, emulator]) await warmUp(node, server);
  const { pairs } = await inPairs(rounds, () => loaded(node, bare, 1), {
    pairs: () => loaded(node, emulator, 1),
  });
  await bare.stop();
  await emulator.stop();
  const ratio = ratios(pairs, (own, base) => own.perSecond / base.perSecond);
  const cpu = ratios(pairs, (own, base) => base.cpuUs / own.cpuUs);
  const middle = (list) => [
    figure(median(list.map(({ perSecond }) => perSecond))),
    figure(median(list.map(({ cpuUs }) => cpuUs))),
  ];
  return {
    measures: {
      'emulator/of-bare': { ...ratio, remark: `by CPU time ${spread(cpu)}` },
      'emulator/cpu-of-bare': cpu,
    },
    tables: [
      {
        head: ['', 'requests/s', 'CPU µs a request', 'of the bare server', 'by CPU time'],
        rows: [
          [
            'bare node:http server: reads the body',
            ...middle(pairs.map(({ base }) => base)),
            '1',
            '1',
          ],
          ['`pvg emulate`', ...middle(pairs.map(({ own }) => own)), spread(ratio), spread(cpu)],
        ],
      },
    ],
    notes: [
      `${String(rounds)} pairs of a second each, after ${figure(warmUpRequests)} requests to each server. The load is the same for both servers: ${String(connections)} kept connections, in a separate process.`,
    ],
  };
}
