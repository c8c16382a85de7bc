import { htmlEscape } from 'escape-goat';
import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { onFileError } from '../file-access.js';
import { utf8Text } from '../text/utf8.js';
import { escapeControls } from '../text/visible.js';
import { requireFree, writeOutFile, type OutFile } from './out-file.js';

/** Results in the XML format that CI systems read. */

/** One check. It passed if it has neither `failure` nor `error`. */
export interface JunitCase {
  readonly suite: string;
  readonly name: string;
  /** Present if the check found something wrong. */
  readonly failure?: { readonly says: string; readonly details: readonly string[] };
  /** Present if the check could not be made. */
  readonly error?: string;
}

/** The commands that write such files. */
type JunitWriter = 'conform' | 'listen';

const formatOpening = (command: JunitWriter): string =>
  ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites name="pvg ${command}">`, ''].join('\n');

/** A suite for each name, in the order of the first cases. */
export function formatJunit(command: JunitWriter, cases: readonly JunitCase[]): string {
  const names = [...new Set(cases.map(({ suite }) => suite))];
  const suites = names.flatMap((name) => {
    const casesOfSuite = cases.filter(({ suite }) => suite === name);
    const failures = casesOfSuite.filter(({ failure }) => failure !== undefined).length;
    const errors = casesOfSuite.filter(({ error }) => error !== undefined).length;
    return [
      `  <testsuite name="${escapeXml(name)}" tests="${casesOfSuite.length}" failures="${failures}" errors="${errors}">`,
      ...casesOfSuite.map(formatCase),
      '  </testsuite>',
    ];
  });
  return formatOpening(command) + [...suites, '</testsuites>', ''].join('\n');
}

function formatCase({ suite, name, failure, error }: JunitCase): string {
  const start = `    <testcase classname="${escapeXml(suite)}" name="${escapeXml(name)}"`;
  if (error !== undefined) {
    return `${start}>\n      <error message="${escapeXml(error)}"/>\n    </testcase>`;
  }
  if (failure === undefined) return `${start}/>`;
  const { says, details } = failure;
  return `${start}>\n      <failure message="${escapeXml(says)}">${escapeXml(details.join('\n'))}</failure>\n    </testcase>`;
}

/** Escapes a text for XML, without most control characters: XML has no way to write them. */
const escapeXml = (text: string): string =>
  htmlEscape(text.split('\n').map(escapeControls).join('\n'));

/** Where results go; undefined without --junit. */
type JunitFile = OutFile | undefined;

/**
 * Checks the path, and removes the results of an earlier run: a CI system would read them if this run is killed.
 * @throws {PvgError} `output-exists` for a file of somebody else, `usage`, `output-unwritable`
 */
export async function prepareJunit(
  context: Pick<Context, 'files'>,
  path: string | undefined,
): Promise<JunitFile> {
  if (path === undefined) return undefined;
  const file = { option: '--junit', path, overwrite: true };
  await requireFree(context, file);
  await removeEarlier(context, path);
  return file;
}

/** @throws {PvgError} `output-unwritable` */
export async function writeJunit(
  context: Pick<Context, 'files'>,
  file: JunitFile,
  text: string,
): Promise<void> {
  if (file !== undefined) await writeOutFile(context, file, text);
}

const mostJunitBytes = 64 * 1024 * 1024;

async function removeEarlier({ files }: Pick<Context, 'files'>, path: string): Promise<void> {
  const isFile = (await files.fileType(path).catch(onFileError(() => undefined))) === 'file';
  if (!isFile) return;
  const reading = files.readIfThere(path, mostJunitBytes);
  const bytes = await reading.catch(onFileError(() => undefined));
  // An empty file is nobody's work, so it may be replaced.
  if (bytes?.length === 0) return;
  const text = utf8Text(bytes ?? new Uint8Array()) ?? '';
  const isOwn =
    text.startsWith(formatOpening('conform')) || text.startsWith(formatOpening('listen'));
  if (!isOwn) throw foreignFileError();
  // A failure is ignored here: writing the new file would fail, too, and says so.
  await files.remove(path).catch(onFileError(() => false));
}

/** The error for a file that is not JUnit XML, or cannot be read: it may be somebody's own. */
const foreignFileError = (): PvgError =>
  new PvgError(
    'output-exists',
    'The --junit file exists, and pvg did not write it. It was not changed.',
    { hint: 'Choose another file, or remove this one first.' },
  );
