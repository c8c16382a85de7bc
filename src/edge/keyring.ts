import { KeyringError, type Executed, type Keyring } from '../context.js';

/**
 * The system's keyring, through @napi-rs/keyring in a child process: a keyring that waits to be unlocked blocks native
 * code, and only the end of its process can stop that. Secrets go through pipes only.
 */

interface KeyringOptions {
  /** Of this process. The child gets it without pvg's own variables and their secrets. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The path of Node; undefined in the executable, which cannot load the package. */
  readonly node: string | undefined;
  /** Where the search for the package begins. */
  readonly from?: string;
  readonly timeoutMs?: number;
}

/** Long enough to type a password into the system's own window. */
const defaultTimeoutMs = 30_000;

export function openKeyring({
  env,
  node,
  from = import.meta.filename,
  timeoutMs = defaultTimeoutMs,
}: KeyringOptions): Keyring {
  const ask = async (order: Order): Promise<string | undefined> => {
    if (node === undefined) throw new KeyringError(becauseOf('MODULE_NOT_FOUND'));
    // Loaded here: few runs use a keyring.
    const { openExecute } = await import('./execute.js');
    const ended = await openExecute(env, Infinity)([node, '-e', childScript, from], {
      stdin: Buffer.from(JSON.stringify(order)),
      env: {},
      timeoutMs,
      signal: new AbortController().signal,
    });
    const { text, failure } = said(ended);
    if (failure !== undefined) throw new KeyringError(becauseOf(failure));
    return text;
  };
  return {
    read: (entry) => ask({ do: 'read', entry }),
    write: async (entry, text) => {
      await ask({ do: 'write', entry, text });
    },
    remove: async (entry) => {
      await ask({ do: 'remove', entry });
    },
  };
}

interface Order {
  readonly do: 'read' | 'write' | 'remove';
  readonly entry: string;
  readonly text?: string;
}

interface Said {
  readonly text?: string;
  readonly failure?: string;
}

// On Linux the package falls back to the kernel's keyring, which forgets at the next start or at once. So the desktop's
// store is requested by name: if it is missing, that is an error and no secret is lost.
const childScript = `
const say = (said) => process.stdout.write(JSON.stringify(said));
let input = '';
process.stdin.on('data', (chunk) => (input += chunk)).on('end', () => {
  try {
    const { createRequire } = require('node:module');
    const { Entry } = createRequire(process.argv[1])('@napi-rs/keyring');
    const order = JSON.parse(input);
    const entry = new Entry('pvg', order.entry, { linux: { store: 'secret-service' } });
    if (order.do === 'write') say((entry.setPassword(order.text), {}));
    else if (order.do === 'read') say({ text: entry.getPassword() ?? undefined });
    else say((entry.deletePassword(), {}));
  } catch (error) {
    const says = String(error.message);
    const code = /platform storage: ([A-Za-z]{1,40})$/.exec(says)?.[1];
    if (error.code === 'MODULE_NOT_FOUND') say({ failure: error.code });
    else if (/unlock prompt|is locked/i.test(says)) say({ failure: 'ELOCKED' });
    else if (/DBus error/.test(says)) say({ failure: 'ENOBUS' });
    else say({ failure: code ?? 'failed' });
  }
});`;

/** Drops the child's own messages: they may contain its input. */
function said(ended: Executed): Said {
  if (ended.kind === 'timed-out') return { failure: 'ETIMEDOUT' };
  try {
    return JSON.parse(ended.kind === 'ended' ? Buffer.from(ended.stdout).toString() : '') as Said;
  } catch {
    return { failure: 'failed' };
  }
}

function becauseOf(failure: string): string {
  if (failure === 'MODULE_NOT_FOUND') return 'the optional package @napi-rs/keyring is not installed here';
  if (failure === 'ELOCKED') return 'it is locked';
  if (failure === 'ENOBUS') return 'no keyring answers in this session';
  if (failure === 'ETIMEDOUT') return 'it did not answer in time; it may be locked';
  return failure === 'failed' ? 'it refused' : `it reports ${failure}`;
}
