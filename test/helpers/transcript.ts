import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Context, OutputStream } from '../../src/context.js';
import { Ledger } from '../../src/emulator/ledger.js';
import { completePurchase, type EmulatedPurchase } from '../../src/emulator/purchase.js';
import { runProgram } from '../../src/program.js';
import { WireFailure, type Send, type WireResponse } from '../../src/contract/wire.js';
import { temporaryFolder, testContext } from './context.js';
import { answer } from './exchange.js';
import { words } from './pvg.js';
import { pastedAtTerminal } from './terminal.js';
import { purchaseBody, verifyCall } from './signed.js';
import { emulatedWorld } from './world.js';

/**
 * A transcript is a story and its expectation in one text. `// …` is told, `//@ …` changes the world, `$ …` is typed,
 * and what stands below is what a person sees, with `[6]` for an exit status other than 0. Running it gives it again.
 */

interface Told {
  readonly text: string;
  readonly home: string;
  /** For each line of the story that offers a next command: the line, and two steps on. Placeholders are filled in. */
  readonly paths: readonly (readonly Step[])[];
}

interface Step {
  readonly line: string;
  readonly status: number;
  readonly screen: string;
}

interface World {
  /** Of everybody in the story; the first one lives in it. */
  readonly root: string;
  home: string;
  account: Context['account'];
  nowMs: number;
  columns: number;
  receipt: string;
  readonly env: Record<string, string>;
  readonly purchases: EmulatedPurchase[];
  clockSkewSeconds: number;
  losesAnswers: boolean;
  isReachable: boolean;
  /** What every call is answered with, in place of the service's answer: a status, and perhaps a page. */
  fixedAnswer: WireResponse | undefined;
  /** Standard input of the next commands. */
  pasted: string;
  /** Answers to the questions of the next command. */
  typed: string[];
}

const address = 'https://service.example';

/** The computer of the one who begins a story. */
const firstHost = 'desk-7';

/** As src/transport says it. */
const refused = 'the connection was refused: nothing listens at that address and port';
const lost = 'the connection ended before an answer came';

/** What a story may say of the world around the one who types. */
const directives: Record<string, (world: World, rest: string, serve: Send) => unknown> = {
  at: (world, time) => (world.nowMs = Date.parse(time)),
  columns: (world, count) => (world.columns = Number(count)),
  env: (world, text) => {
    const [name = '', value = ''] = text.split('=');
    world.env[name] = value;
  },
  /** Who types from now on, and on which computer: `maria on desk-3`. */
  as: (world, who) => {
    const [user = '', host = ''] = who.split(' on ');
    world.account = { user, host };
    world.home = host === firstHost ? world.root : join(world.root, host);
    mkdirSync(world.home, { recursive: true });
  },
  'the team shares a folder': ({ root, env }, name) => {
    env['PVG_JOURNAL_DIR'] = name;
    mkdirSync(join(root, name));
  },
  'the folder is gone': ({ root }, name) => {
    renameSync(join(root, name), join(root, `${name}-gone`));
  },
  'the folder is back': ({ root }, name) => {
    renameSync(join(root, `${name}-gone`), join(root, name));
  },
  /** A file in the folder of the one who types; JSON for what has line breaks. */
  file: ({ home }, text) => {
    const [name = '', content = ''] = split(text);
    writeFileSync(join(home, name), plain(content), { mode: 0o600 });
  },
  /** The same in another encoding: `latin1 in.csv …`. */
  'file as': ({ home }, text) => {
    const [encoding = '', rest = ''] = split(text);
    const [name = '', content = ''] = split(rest);
    writeFileSync(
      join(home, name),
      Buffer.from(JSON.parse(content) as string, encoding as BufferEncoding),
    );
  },
  profile: ({ home, env }, text) => {
    const [name = '', more = '{}'] = split(text);
    storeProfile(home, name, JSON.parse(more) as object);
    env['PVG_PROFILE'] = name;
  },
  /** What is pasted at `-`; JSON for what has line breaks. */
  pasted: (world, text) => (world.pasted = plain(text)),
  /** The answer to the next question. */
  typed: ({ typed }, text) => typed.push(text),
  /** What "$RECEIPT" stands for. */
  receipt: (world, receipt) => (world.receipt = receipt),
  'the store has': (world, text) => {
    const { purchases } = world;
    const [receipt = '', more = '{}'] = split(text);
    world.receipt ||= receipt;
    const purchase = { product_id: 'gems_100', package: 'com.example.game' };
    purchases.push(
      completePurchase({
        receipt,
        ...purchase,
        ...(JSON.parse(more) as Partial<EmulatedPurchase>),
      }),
    );
  },
  'the store has no': ({ purchases }, gone) => {
    const at = purchases.findIndex(({ receipt }) => receipt === gone);
    purchases.splice(at, 1);
  },
  'the game verifies': ({ nowMs }, receipt, serve) => {
    const call = verifyCall(purchaseBody(receipt), { timestamp: String(Math.floor(nowMs / 1000)) });
    return serve(call, { timeoutMs: 60_000 });
  },
  "the service's clock is ahead by": (world, seconds) => (world.clockSkewSeconds = Number(seconds)),
  'answers are lost': (world) => (world.losesAnswers = true),
  'answers arrive again': (world) => (world.losesAnswers = false),
  'the service cannot be reached': (world) => (world.isReachable = false),
  'every call is answered with': (world, text) => {
    const [status = '', page = ''] = split(text);
    world.fixedAnswer = answer(Number(status), page, [['content-type', 'text/html']]);
  },
  'the service can be reached again': (world) => (world.isReachable = true),
};

const plain = (text: string): string =>
  text.startsWith('"') ? (JSON.parse(text) as string) : text;

/** The first word, and what follows it. */
const split = (text: string): readonly string[] => text.split(/ (.*)/s);

function storeProfile(home: string, name: string, more: object): void {
  const profile = {
    name,
    environment: 'prod',
    readOnly: false,
    gateway: { baseUrl: address, clientId: 'demo-client', clientSecret: 'demo-client-secret' },
    session: { baseUrl: address, gameId: 'demo', secretKey: 'demo-secret-key' },
    ...more,
  };
  const folder = join(home, 'config', 'profiles');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(profile), { mode: 0o600 });
}

export async function tell(story: string): Promise<Told> {
  const root = temporaryFolder();
  const world: World = {
    ...{
      root,
      home: root,
      account: { user: 'agent', host: firstHost },
      columns: 80,
      env: { NO_COLOR: '1' },
    },
    ...{ nowMs: Date.parse('2026-11-21T09:00:00Z'), clockSkewSeconds: 0, losesAnswers: false },
    ...{
      isReachable: true,
      fixedAnswer: undefined,
      receipt: '',
      purchases: [],
      pasted: '',
      typed: [],
    },
  };
  const ids = journalIds();
  const ledger = new Ledger();
  const serve: Send = (request, options) =>
    emulatedWorld({
      ledger,
      clock: { now: () => world.nowMs, sleep: () => Promise.resolve() },
      initial: { purchases: world.purchases },
      clockSkewSeconds: world.clockSkewSeconds,
    }).send(request, options);
  const send: Send = async (request, options) => {
    if (!world.isReachable) throw new WireFailure('not-reached', refused, { code: 'ECONNREFUSED' });
    if (world.fixedAnswer !== undefined) return world.fixedAnswer;
    const answered = await serve(request, options);
    if (world.losesAnswers) throw new WireFailure('lost', lost, { code: 'ECONNRESET' });
    return answered;
  };
  const type = async (line: string): Promise<Step> => {
    const filled = ids
      .real(line)
      .replaceAll('"$RECEIPT"', world.receipt)
      .replaceAll('"$PRODUCT_ID"', 'gems_100')
      .replaceAll('"$PACKAGE"', 'com.example.game')
      .replaceAll('"$RATE"', '5')
      .replaceAll('"$REPLY_LANGUAGE"', 'en');
    const [first, ...rest] = words(filled);
    if (first !== 'pvg') throw new TypeError(`a story types commands of pvg only: ${line}`);
    const screen: string[] = [];
    const status = await runProgram(onScreen(world, send, screen), rest);
    world.typed = [];
    return { line, status, screen: ids.shown(screen.join('')) };
  };

  const lines: string[] = [];
  const told: Step[] = [];
  for (const line of given(story)) {
    lines.push(line);
    const [, directive = '', rest = ''] = /^\/\/@ ([^:]+?)(?:: (.*))?$/.exec(line) ?? [];
    if (directive !== '') {
      const change = directives[directive];
      if (change === undefined) throw new TypeError(`a story cannot say: ${directive}`);
      await change(world, rest, serve);
    }
    if (!line.startsWith('$ ')) continue;
    const step = await type(line.slice(2));
    told.push(step);
    lines.push(
      ...step.screen.trimEnd().split('\n'),
      ...(step.status === 0 ? [] : [`[${String(step.status)}]`]),
    );
  }
  const onward = async (step: Step): Promise<Step[]> => {
    const line = nextIn(step.screen);
    if (line === undefined) return [];
    // Another day: the page of an earlier line is in its ticket.
    rmSync(join(world.home, /--out (\S+)/.exec(ids.real(line))?.[1] ?? 'no file'), { force: true });
    return [await type(line)];
  };
  const paths: Step[][] = [];
  for (const step of told) {
    const first = await onward(step);
    paths.push([step, ...first, ...(await Promise.all(first.map(onward))).flat()]);
  }
  return { text: `${lines.join('\n')}\n`, home: root, paths };
}

/** The command that a screen ends with; on a narrow terminal it has several lines. */
const nextIn = (screen: string): string | undefined =>
  /^Next: (pvg (?:.*\\\n)*.*)$/m.exec(screen)?.[1]?.replaceAll(/ \\\n\s*/g, ' ');

/** What is told, said of the world and typed; what was printed is left behind. */
const given = (story: string): string[] => {
  const kept: string[] = [];
  let printed = false;
  for (const line of story.trimEnd().split('\n')) {
    if (/^(\/\/|\$ )/.test(line)) {
      if (printed) kept.push('');
      printed = false;
    } else if (kept.at(-1)?.startsWith('$ ') === true) printed = true;
    if (!printed) kept.push(line);
  }
  return kept;
};

function onScreen(world: Readonly<World>, send: Send, screen: string[]): Context {
  const sink: OutputStream = {
    isTerminal: true,
    isClosed: false,
    columns: world.columns,
    write: (data) => {
      screen.push(Buffer.from(data).toString('utf8'));
      return Promise.resolve();
    },
  };
  const { root, home, account, nowMs, pasted, typed } = world;
  const team = world.env['PVG_JOURNAL_DIR'];
  // All of them share one folder.
  const shared = team === undefined ? {} : { PVG_JOURNAL_DIR: relative(home, join(root, team)) };
  const env = { ...world.env, ...shared };
  const now = (): number => nowMs;
  const source = pastedAtTerminal(pasted, { onInstruction: (text) => screen.push(text) });
  const context = testContext({ home, account, env, send, terminal: true, now, source, typed });
  return { ...context, stdout: sink, stderr: sink };
}

/** Ids of the journal end in random digits: a transcript counts instead. */
function journalIds() {
  const ids = new Map<string, string>();
  const counted = (id: string): string => {
    const known = [...ids].find(([, real]) => real === id)?.[0];
    const shown = known ?? `${id.slice(0, 16)}-${String(ids.size + 1).padStart(6, '0')}`;
    ids.set(shown, id);
    return shown;
  };
  const pattern = /\b\d{8}T\d{6}Z-[0-9a-f]{6}\b/g;
  return {
    shown: (text: string): string => text.replace(pattern, counted),
    real: (line: string): string => line.replace(pattern, (shown) => ids.get(shown) ?? shown),
  };
}
