// Changes one place of src/ at a time and runs the tests of its room: a mutant that no test notices is a rule that no
// test holds. `npm run mutants [-- <part of a path>]` runs the list; `node scripts/mutants.mjs draw <count> <seed>` draws
// another list. It works in a copy of the checkout, and takes up to half an hour.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const listFile = join(root, 'test/mutants/mutants.json');

/** The tests of rooms and files that have no folder of their own in test/. */
const testsElsewhere = {
  background: ['test/mcp', 'test/listen'],
  calls: ['test/calls', 'test/commands'],
  conform: ['test/conform', 'test/commands/conform.test.ts'],
  'context.ts': ['test/system'],
  'failure.ts': ['test/program.test.ts', 'test/commands'],
  'main.ts': ['test/process.test.ts'],
  'program-failure.ts': ['test/program.test.ts'],
  'program.ts': ['test/program.test.ts', 'test/commands'],
};

function testsOf(file) {
  const [, room, name] = file.split('/');
  if (room === 'commands') {
    const own = `test/commands/${name.replace(/\.ts$/, '.test.ts')}`;
    return existsSync(join(root, own)) ? [own] : ['test/commands'];
  }
  const paths = testsElsewhere[room] ?? [`test/${room}`];
  return paths.filter((path) => existsSync(join(root, path)));
}

// Draw

const otherOperator = {
  '>=': '>',
  '>': '>=',
  '<=': '<',
  '<': '<=',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};

/** What a node becomes in a mutant; undefined if it has none. */
function mutationOf(node, source) {
  const text = node.getText(source);
  if (ts.isNumericLiteral(node)) {
    return { node, to: String(Number(text.replaceAll('_', '')) + 1) };
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword) return { node, to: 'false' };
  if (node.kind === ts.SyntaxKind.FalseKeyword) return { node, to: 'true' };
  if (ts.isBinaryExpression(node)) {
    const operator = node.operatorToken;
    const to = otherOperator[operator.getText(source)];
    return to && { node: operator, to };
  }
  const isLongReturn = ts.isReturnStatement(node) && node.expression !== undefined;
  const to = 'return undefined;';
  return isLongReturn && text !== to && !text.includes('\n') ? { node, to } : undefined;
}

/** A type is no code. */
const isType = (node) => ts.isTypeNode(node) || ts.isInterfaceDeclaration(node);

function mutationsIn(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const mutations = [];
  const visit = (node) => {
    if (isType(node) || ts.isTypeAliasDeclaration(node)) return;
    const mutation = mutationOf(node, source);
    if (mutation) mutations.push(mutation);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return mutations.map(({ node, to }) => asReplacement(file, text, node, source, to));
}

/** The line of the node, and lines before it until they stand only once in the file. */
function asReplacement(file, text, node, source, to) {
  const begin = node.getStart(source);
  const lineEnd = text.indexOf('\n', node.end);
  let lineBegin = text.lastIndexOf('\n', begin - 1) + 1;
  while (text.split(text.slice(lineBegin, lineEnd)).length > 2 && lineBegin > 0) {
    lineBegin = text.lastIndexOf('\n', lineBegin - 2) + 1;
  }
  const from = text.slice(lineBegin, lineEnd);
  return { file, from, to: text.slice(lineBegin, begin) + to + text.slice(node.end, lineEnd) };
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
function randomNumbers(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function draw(count, seed) {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `src/${path}`)
    .sort();
  const mutations = files.flatMap(mutationsIn);
  const next = randomNumbers(seed);
  const drawn = [];
  while (drawn.length < count) {
    drawn.push(...mutations.splice(Math.floor(next() * mutations.length), 1));
  }
  drawn.sort((first, second) => (first.file < second.file ? -1 : 1));
  console.log(JSON.stringify({ mutants: drawn }, null, 2));
}

// Run

function copyCheckout() {
  const copy = mkdtempSync(join(tmpdir(), 'pvg-mutants-'));
  const { stdout } = spawnSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' });
  for (const path of stdout.trim().split('\n')) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(copy, path));
  }
  for (const folder of ['build', 'dist']) {
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** `dead`, `alive`, `timed out` (an endless loop, or a machine that is too busy), or why it cannot be said. */
function run(copy, { file, from, to, tests = testsOf(file) }) {
  const path = join(copy, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.split(from).length !== 2) return 'not found once';
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const result = runTests(copy, tests);
  writeFileSync(path, text);
  if (result === 'timed out') return result;
  return result === 'passed' ? 'alive' : 'dead';
}

/** What the tests of these paths come to; without a path, all tests. */
function runTests(copy, paths) {
  const words = ['vitest', 'run', '--project', 'quick', '--bail', '1', '--no-color', ...paths];
  const timeout = paths.length === 0 ? 1_200_000 : 300_000;
  const { status, error } = spawnSync('npx', words, { cwd: copy, stdio: 'ignore', timeout });
  if (error?.code === 'ETIMEDOUT') return 'timed out';
  return status === 0 ? 'passed' : 'failed';
}

function runAll(part = '') {
  const { mutants } = JSON.parse(readFileSync(listFile, 'utf8'));
  const chosen = mutants.filter(({ file }) => file.includes(part));
  const copy = copyCheckout();
  const without = runTests(copy, []);
  if (without !== 'passed') throw new Error(`without a mutant, the tests ${without}`);
  const counts = { dead: 0, 'timed out': 0, alive: 0, 'not found once': 0 };
  for (const mutant of chosen) {
    const result = run(copy, mutant);
    counts[result] += 1;
    if (result !== 'dead') {
      console.log(`${result}: ${mutant.file}\n- ${mutant.from.trim()}\n+ ${mutant.to.trim()}\n`);
    }
  }
  rmSync(copy, { recursive: true });
  console.log(`${chosen.length} mutants: ${JSON.stringify(counts)}`);
  process.exitCode = counts.dead + counts['timed out'] === chosen.length ? 0 : 1;
}

const [first, count, seed] = process.argv.slice(2);
if (first === 'draw') draw(Number(count), Number(seed));
else runAll(first);
