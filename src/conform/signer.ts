import type { Context, Executed } from '../context.js';
import { PvgError } from '../failure.js';
import { isRecord } from '../text/json/json.js';
import { utf8Text } from '../text/utf8.js';
import type { Vector } from './vector.js';

export type SignerContext = Pick<Context, 'execute' | 'interrupt' | 'clock'>;

/** Long, because a signer may first be compiled, or start a virtual machine on a busy computer. */
const timeoutS = 60;

/** When a signer ran, in Unix seconds. */
export interface RunTime {
  readonly startS: number;
  readonly endS: number;
}

/** What a signer printed for one vector. */
export interface SignerOutput {
  /** The printed signature, trimmed; empty if there is none. */
  readonly printed: string;
  /** If there is no signature: how the signer ended, and what it printed on standard error. */
  readonly why: string;
  readonly time: RunTime;
}

/** What the signer gets, and the words for its errors. */
interface SignerInput {
  readonly stdin: Uint8Array;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutS: number;
  /** How many bytes of the output are kept; undefined for the usual limit of `execute`. */
  readonly keepBytes?: number;
  /** The words for the vectors in an error: `session, empty body`, `24 vectors`. */
  readonly vectorWords: string;
  /** Says what the signer must do, in the error of a signer that hangs. */
  readonly mustDo: string;
}

/** Starts a signer for one vector. @throws {PvgError} `usage` if it cannot be started or hangs, `interrupted` */
export async function runSigner(
  context: SignerContext,
  command: readonly string[],
  vector: Vector,
): Promise<SignerOutput> {
  const { interface: id, clientId = '', timestamp = '', secret, body } = vector;
  const { status, stdout, stderr, time } = await execute(context, command, {
    stdin: body,
    env: {
      PVG_INTERFACE: id,
      PVG_CLIENT_ID: clientId,
      PVG_TIMESTAMP: timestamp,
      PVG_SECRET: secret,
      // The programs of `pvg sign --snippet` read the secret from these.
      PVG_CLIENT_SECRET: secret,
      PVG_SECRET_KEY: secret,
    },
    timeoutS,
    vectorWords: `${id}, ${vector.name}`,
    mustDo: 'It gets the body on standard input, which ends, and must print the signature and end.',
  });
  const printed = (utf8Text(stdout) ?? Buffer.from(stdout).toString('latin1')).trim();
  if (printed !== '' && status === 0) return { printed, why: '', time };
  return { printed: '', why: reasonFor({ status, stderr }, 'it printed nothing'), time };
}

/** The most bytes of output that are kept for each vector. */
const mostLineBytes = 2_000;

/**
 * Starts a signer once: it gets a line of JSON for each vector, and answers each with a line. It gets all lines at once,
 * so it may answer them in any order.
 * @throws {PvgError} `usage` if it cannot be started or hangs, `interrupted`
 */
export async function runKeptSigner(
  context: SignerContext,
  command: readonly string[],
  vectors: readonly Vector[],
): Promise<ReadonlyMap<Vector, SignerOutput>> {
  const lines = vectors.map((vector, index) => JSON.stringify(lineFor(vector, String(index + 1))));
  const run = await execute(context, command, {
    stdin: Buffer.from(`${lines.join('\n')}\n`),
    env: {},
    // One second more for each vector.
    timeoutS: timeoutS + vectors.length,
    keepBytes: vectors.length * mostLineBytes,
    vectorWords: `${vectors.length} vectors`,
    mustDo:
      'It gets a line of JSON for each vector, must answer each with a line, and end with its input.',
  });
  const signatures = signaturesIn(run.stdout);
  const why = reasonFor(run, 'it printed no line {"id": "…", "signature": "…"} for this vector');
  return new Map(
    vectors.map((vector, index) => {
      const printed = signatures.get(String(index + 1)) ?? '';
      return [vector, { printed, why: printed === '' ? why : '', time: run.time }] as const;
    }),
  );
}

const lineFor = (vector: Vector, id: string) => ({
  id,
  interface: vector.interface,
  client_id: vector.clientId ?? null,
  timestamp: vector.timestamp ?? null,
  secret: vector.secret,
  body_base64: Buffer.from(vector.body).toString('base64'),
});

/** The signatures by the ids of their lines. Other lines are skipped, because many programs also print a log. */
function signaturesIn(stdout: Uint8Array): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of Buffer.from(stdout).toString('utf8').split('\n')) {
    const value = parsedLine(line);
    if (!isRecord(value)) continue;
    const { id, signature } = value;
    if (typeof id === 'string' && typeof signature === 'string') found.set(id, signature.trim());
  }
  return found;
}

function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}

async function execute(
  { execute: start, interrupt, clock }: SignerContext,
  command: readonly string[],
  { timeoutS: seconds, vectorWords, mustDo, ...input }: SignerInput,
): Promise<Executed & { readonly time: RunTime }> {
  const startS = Math.floor(clock.now() / 1000);
  const ended = await start(command, { ...input, timeoutMs: seconds * 1000, signal: interrupt });
  interrupt.throwIfAborted();
  if (ended.failed === 'ETIMEDOUT') {
    throw unusableSignerError(
      `The signer did not end within ${seconds} seconds (${vectorWords}).`,
      mustDo,
    );
  }
  if (ended.failed !== undefined) {
    throw unusableSignerError(
      `The command ${command[0] ?? ''} could not be started (${ended.failed}).`,
      'Write its name and arguments as separate words: `pvg conform -- python3 sign.py`.',
    );
  }
  return { ...ended, time: { startS, endS: Math.floor(clock.now() / 1000) } };
}

/** The words for why there is no signature. */
function reasonFor(
  { status, stderr }: Pick<Executed, 'status' | 'stderr'>,
  ifItEndedWell: string,
): string {
  if (status === 0) return ifItEndedWell;
  const end =
    status === null ? 'it was ended by a signal' : `it ended with status ${String(status)}`;
  return `${end}${reasonIn(stderr)}`;
}

/** The line of standard error that says why: the last one that names an error, or else the last one. */
const reasonIn = (stderr: Uint8Array): string => {
  const lines = Buffer.from(stderr).toString('utf8').trim().split('\n');
  // Indented lines are code or a stack trace. The last line may be useless: Node prints its version, Go and PHP a location.
  const errorLine = lines.findLast((line) => /^(?=\S).*(?:error|exception|panic)/i.test(line));
  const line = (errorLine ?? lines.at(-1) ?? '').trim();
  return line === '' ? '' : `: ${line.slice(0, 200)}`;
};

const unusableSignerError = (says: string, hint: string): PvgError =>
  new PvgError('usage', says, { hint });
