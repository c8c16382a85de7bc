// How long a command takes from its start to its end, compared with a bare node.
import { callsInJournal, lines, openCommands } from '../commands.mjs';
import { lookUpPeers } from '../look-up-peers.mjs';
import { inPairs, median, ratios } from '../pairs.mjs';
import { run, runTimed } from '../runs.mjs';
import { spread } from '../tables.mjs';

export const says = 'Start-up: wall time of one run, × `node -e 0`';

export async function measure({ node, quick, log }) {
  const rounds = quick ? 25 : 20;
  const { server, fresh, taskOf } = await openCommands(node);
  const own = lines
    .filter((each) => each.quick || !quick)
    .map((each) => ({ ...each, task: taskOf(each) }));
  const others = lookUpPeers(node, server.port, quick).map((each) => ({ ...each, other: true }));
  for (const { label } of others.filter(({ task }) => !task))
    log(`${label} is not installed: left out`);
  const all = [...own, ...others].filter(({ task }) => task);
  const bare = { name: 'bare', task: { command: node, args: ['-e', '0'] } };

  const peak = await warmed([bare, ...all], fresh);
  const timed = async ({ task }) => {
    fresh();
    return (await run(task)).ms;
  };
  const beside = (base, times, subjects) =>
    inPairs(
      times,
      () => timed(base),
      Object.fromEntries(Object.entries(subjects).map(([name, each]) => [name, () => timed(each)])),
    );
  const { newman, ...quicker } = Object.fromEntries(all.map((each) => [each.name, each]));
  const pairs = await beside(bare, rounds, quicker);
  Object.assign(
    pairs,
    await beside(quicker['lookup-local'], rounds, { 'desk-of-lookup': quicker.desk }),
  );
  if (newman !== undefined) {
    const fewer = quick ? 6 : 9;
    if (!quick) Object.assign(pairs, await beside(bare, fewer, { newman }));
    Object.assign(pairs, await beside(newman, fewer, { 'lookup-of-newman': quicker.lookup }));
  }
  await server.stop();

  const measures = Object.fromEntries(
    Object.entries(pairs).map(([name, list]) => [
      `startup/${name}`,
      ratios(list, (ms, base) => ms / base),
    ]),
  );
  const rows = all
    .filter(({ name }) => pairs[name] !== undefined)
    .map(({ name, label }) => ({
      ...{ label, ...measures[`startup/${name}`] },
      ...{ ms: median(pairs[name].map(({ own: ms }) => ms)), mib: peak[name] },
    }));
  const bareMs = median(pairs.version.map(({ base }) => base));
  return {
    measures,
    tables: [
      {
        head: ['', '× node', 'ms', 'peak MiB'],
        rows: [
          ['`node -e 0`', '1', bareMs.toFixed(0), megabytes(peak.bare)],
          ...rows.map((row) => [row.label, spread(row), row.ms.toFixed(0), megabytes(row.mib)]),
        ],
      },
    ],
    notes: [
      `${String(rounds)} pairs each, fewer with newman.`,
      'Commands that call the service call a server on this machine.',
      'Their credentials come from the environment, except where the row says otherwise.',
      `Every run begins with the same home: one stored profile, ${String(callsInJournal)} calls in the journal.`,
    ],
  };
}

const megabytes = (mib) => (mib > 0 ? mib.toFixed(0) : '–');

/**
 * Runs each once, unmeasured: its files are then in the system's cache, its compiled code in node's.
 * @returns the peak memory of each
 */
async function warmed(all, fresh) {
  const peak = {};
  for (const { name, task } of all) {
    fresh();
    if (task.ready === undefined) peak[name] = (await runTimed(task)).mib;
    else await run(task);
  }
  return peak;
}
