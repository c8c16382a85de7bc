import { interfaces, operations } from '../../contract/interfaces.js';
import { looksLikeToken } from '../../contract/purchase-token.js';
import { type ExitStatus, exitStatuses } from '../../failure.js';
import { anomalyIds } from '../../service/outcome.js';
import { advices } from '../../service/policy.js';
import { shownFingerprint } from '../../signing/digest.js';
import { escapeUnsafe } from '../../text/json/print.js';
import { isRecord, parseRecord } from '../../text/json/record.js';
import { factIds } from '../../wording/description.js';

/** The lines of the journal. Times are ISO 8601 UTC; what does not apply is null. */

/** How a text that the service, a person, the system or a colleague wrote is kept or shown. */
type Clean = (text: string) => string;

/** undefined if the line is damaged without a right value here. */
type Reader<Value> = (value: unknown, clean: Clean) => Value | undefined;

/** A table from each member to its reader, from which the type of the line is made. */
type Members = Readonly<Record<string, Reader<unknown>>>;

type LineOf<Table extends Members> = {
  readonly [Name in keyof Table]: Exclude<ReturnType<Table[Name]>, undefined>;
};

/** undefined for a damaged line. Members of later versions are dropped, missing ones are empty: old lines stay readable. */
function readMembers<Table extends Members>(
  members: Table,
  given: unknown,
  clean: Clean,
): LineOf<Table> | undefined {
  const object = isRecord(given) ? given : {};
  const found: Record<string, unknown> = {};
  for (const name in members) found[name] = members[name]?.(object[name], clean);
  return Object.values(found).includes(undefined) ? undefined : (found as LineOf<Table>);
}

const needed =
  <Value>(read: Reader<Value | null>): Reader<Value> =>
  (value, clean) =>
    read(value, clean) ?? undefined;

/** Null for a value that is not right. */
const only =
  <Value>(isRight: (value: unknown) => boolean) =>
  (value: unknown): Value | null =>
    isRight(value) ? (value as Value) : null;

/** pvg's own names: of a certain form, so that they need no cleaning. */
const like = (form: RegExp) =>
  only<string>((value) => typeof value === 'string' && form.test(value));

const foreign = (value: unknown, clean: Clean): string | null =>
  typeof value === 'string' ? clean(value) : null;

const isTime = (value: unknown): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) &&
  !Number.isNaN(Date.parse(value));

const number = only<number>((value) => typeof value === 'number');

const oneOf = <Word extends string>(...words: readonly Word[]) =>
  only<Word>((value) => words.some((word) => word === value));

const orElse =
  <Value>(read: Reader<Value | null>, otherwise: Value) =>
  (value: unknown, clean: Clean): Value =>
    read(value, clean) ?? otherwise;

// A hostile answer, or a hostile line, may have any number of them.
const mostListed = 100;

const listOf =
  <Value>(read: Reader<Value | null>) =>
  (value: unknown, clean: Clean): readonly Value[] =>
    (Array.isArray(value) ? (value as readonly unknown[]).slice(0, mostListed) : []).flatMap(
      (each) => read(each, clean) ?? [],
    );

type Present<Table extends Members> = {
  readonly [Name in keyof Table]?: NonNullable<ReturnType<Table[Name]>>;
};

/** An object with these members; null for anything else. Of `more`, only what has a value. */
const objectOf =
  <Table extends Members, More extends Members = Record<never, never>>(
    members: Table,
    more?: More,
  ) =>
  (value: unknown, clean: Clean): (LineOf<Table> & Present<More>) | null => {
    const found = isRecord(value) ? readMembers(members, value, clean) : undefined;
    if (found === undefined) return null;
    const besides = Object.entries(readMembers(more ?? {}, value, clean) ?? {});
    return {
      ...found,
      ...(Object.fromEntries(besides.filter(([, each]) => each !== null)) as Present<More>),
    };
  };

const hex = like(/^[0-9a-f]{12,64}$/);

const stamp = {
  /** Sorts by time: `20261121T032531Z-3f9a1c`. */
  id: needed(like(/^\d{8}T\d{6}Z-[0-9a-f]{6,}$/)),
  at: needed(only<string>(isTime)),
};

const place = {
  profile: foreign,
  /** Scheme, host and port of the address called, without path and user. `local` for the emulator in this process. */
  origin: foreign,
  /** A fingerprint: who has the receipt finds the call. */
  receipt: hex,
  /** A keyed hash: names are short enough to be guessed from a plain one. */
  player: like(/^hmac:[0-9a-f]{12}$/),
  order_id: foreign,
  case: foreign,
  /** Who made the call and on which machine: names from the operating system. */
  user: foreign,
  host: foreign,
  version: orElse(foreign, ''),
  /** An assistant asked for it (`pvg mcp`). */
  via: oneOf('mcp'),
};

const exitStatus = only<ExitStatus>(
  (value) => typeof value === 'number' && Object.hasOwn(exitStatuses, value),
);

const callMembers = {
  ...stamp,
  /** `batch`: a run of look-ups, whose rows are in the file that `facts` names. */
  command: needed(oneOf(...operations, 'batch')),
  /** `sent`: written before a verify goes out; without a later `answered` of the same id its answer is not known. */
  phase: needed(oneOf('sent', 'answered')),
  ...place,
  environment: needed(oneOf('dev', 'prod')),
  /** Another stored profile whose values were in use. */
  values_of: foreign,
  interface: needed(oneOf(...interfaces)),
  product: foreign,
  package: foreign,
  request_sha256: hex,
  purchase_state: foreign,
  os: oneOf('ios'),
  status: number,
  /** The service's own code, or pvg's. */
  code: foreign,
  exit: exitStatus,
  verdict: objectOf(
    { id: needed(foreign), says: needed(foreign), next: needed(foreign) },
    { who: foreign },
  ),
  advice: oneOf(...advices),
  attempts: orElse(number, 0),
  duration_ms: orElse(number, 0),
  /** Seconds to add to this computer's clock to get the server's. */
  clock_skew_s: number,
  /** One without an id is only shown. */
  facts: listOf(
    objectOf({ label: needed(foreign), value: needed(foreign) }, { id: oneOf(...factIds) }),
  ),
  anomalies: listOf(
    objectOf({ field: needed(foreign), says: needed(foreign) }, { id: oneOf(...anomalyIds) }),
  ),
  error: objectOf(
    { code: needed(foreign), says: needed(foreign), hint: needed(foreign), section: foreign },
    { first: foreign, who: foreign },
  ),
};

const replyMembers = {
  ...stamp,
  command: needed(oneOf('reply')),
  ...place,
  environment: oneOf('dev', 'prod'),
  /** The id of the call that it was made from. */
  call: foreign,
  /** Which text it was, by the id of a verdict or a situation. */
  situation: foreign,
  languages: listOf(foreign),
};

/** One call as it is kept: enough for the ticket, never a receipt, a token, a secret or a player's name. */
export type JournalEntry = LineOf<typeof callMembers>;

/** A reply to the player that was printed. */
export type ReplyEntry = LineOf<typeof replyMembers>;

export type KeptEntry = JournalEntry | ReplyEntry;

export function isReply(kept: KeptEntry): kept is ReplyEntry {
  return kept.command === 'reply';
}

const longestText = 1_000;

const shortened =
  (redact: Clean): Clean =>
  (text) => {
    // Cut last: half of a secret would not be recognised.
    const redacted = redact(text);
    return redacted.length > longestText ? `${redacted.slice(0, longestText)}…` : redacted;
  };

type Stamp = 'id' | 'at' | 'command';

function whole<Line>(line: Line | undefined): Line {
  if (line === undefined) throw new TypeError('a line of the journal lacks a member');
  return line;
}

/** A line without what must not be kept: what is not given is empty, pvg's own names and numbers stay. */
export function callWith(
  known: Pick<JournalEntry, Stamp | 'phase' | 'environment' | 'interface'> & Partial<JournalEntry>,
  redact: Clean,
): JournalEntry {
  return whole(readMembers(callMembers, known, shortened(redact)));
}

/** People write the case: somebody may paste a receipt there. */
export function replyWith(
  known: Pick<ReplyEntry, Stamp> & Partial<ReplyEntry>,
  redact: Clean,
): ReplyEntry {
  const withoutReceipts = (text: string): string =>
    redact(text).replace(/\S+/g, (word) =>
      looksLikeToken(word) ? `[receipt ${shownFingerprint(word)}]` : word,
    );
  return whole(readMembers(replyMembers, known, shortened(withoutReceipts)));
}

/** One line of NDJSON. */
export function printLine(line: KeptEntry): string {
  return escapeUnsafe(JSON.stringify(line));
}

// Far longer than any line of pvg.
const longestLine = 1_000_000;

/** undefined for a damaged line. Colleagues write lines too, so every text is cut to a length that can be shown. */
export function readJournalEntry(text: string): KeptEntry | undefined {
  // Its numbers are pvg's own and small, so they lose no digits here.
  const given = text.length > longestLine ? undefined : parseRecord(text);
  const clean = shortened((each) => each);
  return readMembers(callMembers, given, clean) ?? readMembers(replyMembers, given, clean);
}
