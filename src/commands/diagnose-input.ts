import { join } from 'node:path';
import type { Context } from '../context.js';
import { headerNames, type Interface, interfaceRecords } from '../contract/interfaces.js';
import { NoRequest, type InputEntry } from '../diagnosis/read/found.js';
import { readRequests } from '../diagnosis/read/read-requests.js';
import { PvgError } from '../failure.js';
import { refuseNonJsonBody } from '../input/body.js';
import { largestCaptureBytes, type InputReader } from '../input/bytes.js';
import { readOptionalNumber } from '../input/number-option.js';
import type { TypedFlags } from '../input/options.js';
import { localName } from '../profiles/fields.js';

/** The requests that `pvg diagnose` is given: in files and folders, or by options. */

export type RequestOptions = TypedFlags<
  'body' | 'signature' | 'timestamp' | 'clientId' | 'entry',
  'force'
>;

/** What reading an input needs. */
export interface RequestReading {
  readonly context: Context;
  readonly input: InputReader;
  readonly tell: (note: string) => Promise<void>;
}

/** The requests of all files, and of the files in all folders. */
export async function readPlaces(
  reading: RequestReading,
  places: readonly string[],
  options: RequestOptions,
): Promise<readonly InputEntry[]> {
  const { body, signature, timestamp, clientId } = options;
  if ((signature ?? timestamp ?? clientId) !== undefined) {
    throw new PvgError(
      'usage',
      'A file cannot be used together with --signature, --timestamp or --client-id.',
      {
        hint: 'Use the file or the options, not both. Only --body can be given for a file with one request.',
      },
    );
  }
  const { context, input } = reading;
  const [first = '', ...more] = places.map((place) => place.replace(/^@/, ''));
  await refuseProfileName(context, more);
  const isFolder = async (place: string): Promise<boolean> =>
    (await context.files.status(place))?.kind === 'folder';
  if (more.length === 0 && !(await isFolder(first))) {
    return readRequests(await bytesOf(reading, first), {
      body: body === undefined ? undefined : await readSentBody(input, body, options),
      entry: readEntryNumber(options),
    });
  }
  if (options.entry !== undefined) {
    throw new PvgError('usage', '--entry chooses a request of one file, but there are several.', {
      hint: 'Give the file of that request alone.',
    });
  }
  if (body !== undefined) {
    throw new PvgError('usage', '--body is the body of one request, but there are several files.', {
      hint: 'Diagnose the file of that request alone.',
    });
  }
  const entries: InputEntry[] = [];
  for (const place of [first, ...more]) {
    entries.push(
      ...((await isFolder(place))
        ? await readFolder(reading, place)
        : await readOneOf(reading, place, place)),
    );
  }
  if (entries.length > 0) return entries;
  throw new PvgError('input-unreadable', 'The folder has no file with a request.', {
    hint: 'Save requests there: `pvg listen --save <folder>`.',
  });
}

const readEntryNumber = ({ entry }: RequestOptions): number | undefined =>
  readOptionalNumber('--entry', entry, { usual: 3, min: 1, max: 1e9, isWhole: true });

/**
 * Refuses the name of a profile behind a file, if no file has that name: somebody typed `pvg diagnose request.http shop-dev`, and
 * forgot `--profile`. @param places all but the first
 */
async function refuseProfileName(
  { files, profiles }: Context,
  places: readonly string[],
): Promise<void> {
  const names = [localName, ...(await profiles.names().catch(() => []))];
  for (const place of places.filter((each) => names.includes(each))) {
    if ((await files.status(place)) !== undefined) continue;
    throw new PvgError('usage', `There is no file \`${place}\`, but a profile has this name.`, {
      hint: `Did you mean \`--profile ${place}\`?`,
    });
  }
}

/**
 * The requests of the files in a folder, but not of hidden files and inner folders. A file without a request, such as a file
 * with a body alone, is skipped, and the user is told its name.
 */
async function readFolder(reading: RequestReading, folder: string): Promise<InputEntry[]> {
  const { files } = reading.context;
  const entries: InputEntry[] = [];
  for (const name of await files.listNames(folder)) {
    const path = join(folder, name);
    if (name.startsWith('.') || (await files.status(path))?.kind !== 'file') continue;
    try {
      entries.push(...(await readOneOf(reading, path, name)));
    } catch (error) {
      if (!(error instanceof NoRequest)) throw error;
      await reading.tell(`Skipped ${name}: it contains no request.`);
    }
  }
  return entries;
}

/**
 * The requests of one of several files. If it cannot be read, an entry says so, and the other files are still read. If it has no
 * request, that is thrown (`NoRequest`).
 */
async function readOneOf(
  reading: RequestReading,
  path: string,
  file: string,
): Promise<readonly InputEntry[]> {
  const bytes = await bytesOf(reading, path);
  const labelIn = (label: string): string => (label === '' ? file : `${file}, ${label}`);
  try {
    const entries = readRequests(bytes);
    const place = path === '-' ? undefined : path;
    const isAlone = entries.length === 1;
    return entries.map((each) => {
      const number = isAlone || place === undefined ? undefined : each.number;
      if (!each.ok) return { ...each, number, label: labelIn(each.label) };
      const label = labelIn(each.request.label);
      return { ...each, number, request: { ...each.request, label, file: place } };
    });
  } catch (error) {
    if (
      !(error instanceof PvgError) ||
      error.code !== 'input-unreadable' ||
      error instanceof NoRequest
    ) {
      throw error;
    }
    return [{ ok: false, label: file, says: error.message }];
  }
}

function bytesOf({ input }: RequestReading, path: string): Promise<Uint8Array> {
  const limit = { mostBytes: largestCaptureBytes };
  return path === '-' ? input.stdin('diagnose', limit) : input.file('diagnose', path, limit);
}

/**
 * The body of `--body`. One that is not JSON is refused without `--force`: a slip at the prompt is more likely than a sender who
 * sent it.
 */
async function readSentBody(
  input: InputReader,
  body: string,
  { force = false }: RequestOptions,
): Promise<Uint8Array> {
  const { bytes } = await input.readRefusingFileName('--body', body, force);
  if (!force) refuseNonJsonBody(bytes);
  return bytes;
}

/**
 * The request that the options give.
 * @param scheme the value of --interface
 * @param commandWith gives the command line with placeholders for the missing options
 */
export async function readFlags(
  input: InputReader,
  scheme: Interface | undefined,
  {
    options,
    commandWith,
  }: {
    readonly options: RequestOptions;
    readonly commandWith: (missing: readonly string[]) => string;
  },
): Promise<readonly InputEntry[]> {
  const { body, signature, timestamp, clientId } = options;
  if ((body ?? signature ?? timestamp ?? clientId) === undefined) throw nothingToDiagnoseError();
  if (options.entry !== undefined) {
    throw new PvgError('usage', '--entry chooses a request of a file, but no file is given.', {
      hint: 'Give the file, or leave out `--entry`.',
    });
  }
  const missing = missingFlags(scheme, options);
  // `missing` has a missing body or signature, too: the comparisons only narrow the types.
  if (body === undefined || signature === undefined || missing.length > 0) {
    throw new PvgError('usage', `Missing: ${missing.join(', ')}.`, {
      hint: 'Add what is missing. Or save the request as it was sent (raw HTTP, curl, HAR), and pass the file.',
      nextCommand: commandWith(missing),
      asks: { missing },
    });
  }
  const bytes = await readSentBody(input, body, options);
  // `headerNames` has the same member names as these options.
  const headers = Object.entries({ signature, timestamp, clientId }).flatMap(([part, value]) =>
    value === undefined ? [] : [[headerNames[part as keyof typeof headerNames], value] as const],
  );
  const request = {
    label: '',
    method: 'POST',
    url: '',
    headers,
    body: bytes,
    receivedAt: undefined,
    isFromOptions: true as const,
  };
  // An editor may have added a line break to the end of a file, so the signature is also compared without it.
  const endsFile = body.startsWith('@') || body === '-';
  return [{ ok: true, request: endsFile ? { ...request, endsFile } : request }];
}

/** Notes the client id that is assumed because --client-id was not given. @param ownId the client id of the credentials */
export function noteOnClientId(
  { clientId, signature }: RequestOptions,
  scheme: Interface | undefined,
  ownId: string | undefined,
): string | undefined {
  const hasClientId = scheme !== undefined && 'clientId' in interfaceRecords[scheme].headers;
  const isAssumed = clientId === undefined && signature !== undefined && ownId !== undefined;
  return hasClientId && isAssumed
    ? '`--client-id` was not given: pvg takes the client id of the credentials.'
    : undefined;
}

function nothingToDiagnoseError(): PvgError {
  const says = 'There is no request to diagnose: pass a file, or `-` for standard input.';
  return new PvgError('usage', says, {
    hint: 'Save the request as it was sent (raw HTTP, curl, HAR), or use --interface, --body and --signature.',
  });
}

/** The missing options, without which the given ones do not make a request. */
export function missingFlags(scheme: Interface | undefined, options: RequestOptions): string[] {
  const { body, signature, timestamp } = options;
  const hasTimestamp = scheme !== undefined && 'timestamp' in interfaceRecords[scheme].headers;
  const always = { interface: scheme, body, signature };
  const needed = hasTimestamp ? { ...always, timestamp } : always;
  return Object.entries(needed)
    .filter(([, value]) => value === undefined)
    .map(([name]) => `--${name}`);
}
