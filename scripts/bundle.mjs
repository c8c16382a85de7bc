// Makes dist/ from src/: one CommonJS file a command, each with all of our code that it may need, beside the
// packages it may need, each a file of its own. docs/decisions/bundle.md tells why.
import { build } from 'esbuild';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages that only some runs load, by the words they are imported with; the rest is small and always needed. */
const packages = {
  chalk: 'chalk',
  'cli-table3': 'cli-table3',
  conf: 'conf',
  'string-width': 'string-width',
  '@jmespath-community/jmespath': 'jmespath',
  read: 'read',
};

/** A single call needs little of undici; several connections, or a proxy, need it all. */
const undiciFiles = {
  'lean-undici': ['undici/lib/dispatcher/client.js', 'undici/lib/core/connect.js'],
  'all-of-undici': ['undici'],
};

/** For whoever imports a CommonJS file, its default is all it exports. */
const defaultIsAll = { conf: 'module.exports = module.exports.default;' };

/** These ask every command for its options. */
const wholeCommands = ['completion', 'help'];

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20.18',
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'eof',
  // import() keeps a loader of its own busy; require() does not.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
  metafile: true,
  logLevel: 'warning',
};

/** How bin/pvg.js wants a file: a script whose value is the function that a CommonJS file becomes. */
const asFunction = {
  banner: { js: 'globalThis.pvgFile = (function (exports, require, module, __filename, __dirname) {' },
  footer: { js: '})' },
};

const bundle = (name, contents, plugins, options = {}) =>
  build({
    ...common,
    ...asFunction,
    stdin: { contents, resolveDir: root, sourcefile: `${name}.ts` },
    outfile: join(root, 'dist', `${name}.js`),
    plugins,
    ...options,
  });

/** A package becomes a file beside ours; of a file with parts of undici each import gets its own. */
const packagesApart = {
  name: 'packages-apart',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[@a-z]/ }, ({ path }) => {
      if (Object.values(undiciFiles).flat().includes(path)) return { path, namespace: 'undici' };
      return Object.hasOwn(packages, path)
        ? { path: `../packages/${packages[path]}.js`, external: true }
        : undefined;
    });
    onResolve({ filter: /./, namespace: 'undici' }, ({ path }) => ({ path, external: true }));
    onLoad({ filter: /./, namespace: 'undici' }, ({ path }) => {
      const [file] = Object.entries(undiciFiles).find(([, inner]) => inner.includes(path));
      return { contents: `module.exports = require('../packages/${file}.js')['${path}']();` };
    });
  },
};

/** A package becomes a file beside ours that most texts do not need: they have one column a character. */
const stringWidthWhenNeeded = {
  name: 'string-width-when-needed',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^string-width$/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path, namespace: 'when-needed' },
    );
    onResolve({ filter: /string-width\.js$/, namespace: 'when-needed' }, ({ path }) => ({
      path,
      external: true,
    }));
    onLoad({ filter: /.*/, namespace: 'when-needed' }, () => ({
      contents: `const { isPlainText } = require('./src/json/plain-text.ts');
        module.exports = (text) =>
          isPlainText(text) ? text.length : require('../packages/string-width.js')(text);`,
      resolveDir: root,
    }));
  },
};

/** commander loads node:child_process for a feature that pvg does not use: programs as subcommands. */
const withoutChildProcess = {
  name: 'without-child-process',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ path, importer }) =>
      /node_modules[/\\]commander/.test(importer) ? { path, namespace: 'nothing' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/**
 * What a single call over HTTP/1.1 with bytes for a body never runs, and what it loads for a name or a number: with it
 * half of all that undici loads is left out. test/bundle.test.ts holds what remains.
 */
const withoutTheRest = {
  name: 'without-the-rest',
  setup({ onResolve, onLoad }) {
    const never = (what) =>
      `module.exports = () => { throw new Error('${what} is not part of this file'); };`;
    const contents = {
      'node:assert':
        "module.exports = (value, message) => { if (!value) process.getBuiltinModule('node:assert')(value, message); };",
      // node's default, and a class that no body of ours is of.
      'node:http': 'module.exports = { maxHeaderSize: 16384, IncomingMessage: class {} };',
      './client-h2.js': never('HTTP/2'),
      '../web/fetch/body.js': never('a body that is no bytes'),
    };
    onResolve({ filter: /./ }, ({ path, namespace }) =>
      namespace === 'file' && Object.hasOwn(contents, path) ? { path, namespace: 'left-out' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'left-out' }, ({ path }) => ({ contents: contents[path] }));
  },
};

/** What our sources import of each of node's own modules: {'node:fs': ['readFileSync', …]}; `*` for all of it. */
function builtinNames() {
  const found = {};
  for (const file of readdirSync(join(root, 'src'), { recursive: true }).filter((name) =>
    name.endsWith('.ts'),
  )) {
    const text = readFileSync(join(root, 'src', file), 'utf8');
    for (const [, names, all, path] of text.matchAll(
      /^import (?:\{([^}]*)\}|(\* as \w+)) from '(node:[^']+)';/gm,
    )) {
      const own = (names ?? '').split(',').map((name) => name.replace(/ as .*/s, '').trim());
      (found[path] ??= new Set()).add(all === undefined ? '' : '*');
      for (const name of own) found[path].add(name);
    }
  }
  return Object.fromEntries(
    Object.entries(found).map(([path, names]) => [
      path,
      [...names].filter((name) => name !== '' && !name.startsWith('type ')),
    ]),
  );
}

/** node has them before our first line: nothing is saved by a later look. */
const alwaysLoaded = ['node:buffer', 'node:events', 'node:fs', 'node:path', 'node:process', 'node:util'];

/** node's own modules, loaded when something of them is first used: together they cost half a bare start. */
const builtinsWhenUsed = {
  name: 'builtins-when-used',
  setup({ onResolve, onLoad }) {
    const names = builtinNames();
    onResolve({ filter: /^node:/ }, ({ path, importer }) =>
      names[path] !== undefined && !importer.includes('node_modules')
        ? { path, namespace: 'builtin' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'builtin' }, async ({ path }) => {
      const own = names[path].includes('*') ? Object.keys(await import(path)) : names[path];
      if (alwaysLoaded.includes(path))
        return {
          contents: `const all = process.getBuiltinModule('${path}');
            export const ${own.map((name) => `${name} = all.${name}`).join(', ')};`,
        };
      const getters = own.map(
        (name) => `get ${name}() { return (loaded ??= process.getBuiltinModule('${path}')).${name}; }`,
      );
      return { contents: `let loaded; module.exports = { ${getters.join(', ')} };` };
    });
  },
};

/** Of the commands only this one: bin/pvg.js starts another file for another command. */
const onlyCommand = (name) => ({
  name: 'only-command',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/commands\// }, ({ path, importer }) =>
      /src[/\\]program\.ts$/.test(importer) && path !== `./commands/${name}.js`
        ? { path, namespace: 'other-command' }
        : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'other-command' }, () => ({ contents: 'export {};' }));
  },
});

const start = "import { main } from './src/main.ts'; void main();";

/** The names of the commands: the keys of the only list there is. */
export function commandNames() {
  const program = readFileSync(join(root, 'src/program.ts'), 'utf8');
  return [...program.matchAll(/import\('\.\/commands\/([a-z-]+)\.js'\)/g)].map(([, name]) => name);
}

/** What each file of dist/ is made of, by esbuild's account: {file: metafile}. */
export async function bundles({ write = true } = {}) {
  const made = {};
  const keep = async (name, result) => {
    made[name] = (await result).metafile;
  };
  const options = { write };
  const command = (name, plugins) =>
    keep(
      `commands/${name}`,
      bundle(
        `commands/${name}`,
        start,
        [stringWidthWhenNeeded, packagesApart, withoutChildProcess, builtinsWhenUsed, ...plugins],
        options,
      ),
    );
  await command('pvg', []);
  await command('none', [onlyCommand('none')]);
  for (const name of commandNames().filter((each) => !wholeCommands.includes(each)))
    await command(name, [onlyCommand(name)]);
  const worker = 'commands/diagnosis.worker';
  await keep(
    worker,
    bundle(worker, "import './src/listen/diagnosis.worker.ts';", [], { ...options, banner: {}, footer: {} }),
  );
  for (const [file, inner] of Object.entries(undiciFiles)) {
    const entries = inner.map((path) => `exports['${path}'] = () => require('${path}');`);
    const plugins = file === 'lean-undici' ? [withoutTheRest] : [];
    await keep(`packages/${file}`, bundle(`packages/${file}`, entries.join('\n'), plugins, options));
  }
  for (const [path, name] of Object.entries(packages)) {
    const file = { stdin: undefined, entryPoints: [path], footer: { js: `${defaultIsAll[name] ?? ''}})` } };
    await keep(
      `packages/${name}`,
      bundle(`packages/${name}`, '', [stringWidthWhenNeeded], { ...options, ...file }),
    );
  }
  return made;
}

const functionOf = (code) => `${asFunction.banner.js}${code}${asFunction.footer.js}\n`;

/** bin/pvg.js reads a byte a character: esbuild leaves regular expressions and templates as they are. */
function inAscii(file) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  writeFileSync(file, readFileSync(file, 'utf8').replace(/[\x80-\uffff]/g, escaped));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(join(root, 'dist/packages'), { recursive: true });
  mkdirSync(join(root, 'dist/commands'), { recursive: true });
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(
    join(root, 'dist/package.json'),
    `${JSON.stringify({ name, version, private: true, type: 'commonjs' })}\n`,
  );
  for (const each of wholeCommands)
    writeFileSync(join(root, `dist/commands/${each}.js`), functionOf("require('./pvg.js');"));
  await bundles();
  for (const folder of ['commands', 'packages'])
    for (const file of readdirSync(join(root, 'dist', folder))) inAscii(join(root, 'dist', folder, file));
  cpSync(join(root, 'replies'), join(root, 'dist/replies'), { recursive: true });
}
