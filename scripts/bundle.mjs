// Makes dist/ from src/: one CommonJS file per command, and one for each package that only some runs need.
// docs/decisions/bundle.md says why. `node scripts/bundle.mjs development` makes only dist/commands/development.program.js,
// which has every command and starts by itself: that takes a second (scripts/dev.mjs).
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { asCommonJs, withOwnAddress } from './commonjs.mjs';
import { notices } from './notices.mjs';

const root = join(import.meta.dirname, '..');

/** Files of dist/packages/ and the names that import them. A single call needs little of undici, a proxy all of it. */
const apart = {
  chalk: ['chalk'],
  'cli-table3': ['cli-table3'],
  commander: ['commander'],
  conf: ['conf'],
  mcp: ['@modelcontextprotocol/server', '@modelcontextprotocol/server/stdio', 'zod'],
  jmespath: ['@jmespath-community/jmespath'],
  undici: ['undici'],
  'undici-client': ['undici/lib/dispatcher/client.js', 'undici/lib/core/connect.js'],
  open: ['open'],
  'wrap-ansi': ['string-width', 'wrap-ansi'],
};
/** Loaded by the first call of their function: a program that reads the output never needs them. */
const byCall = ['string-width', 'wrap-ansi'];
const fileOf = (path) => Object.keys(apart).find((name) => apart[name].includes(path));

/** As in bin/pvg.js, which says why. */
const compileWholeFile = `const compileWholeFile = () => {
  if (require('node:module').getCompileCacheDir?.() !== undefined)
    require('node:v8').setFlagsFromString('--no-lazy');
};`;
/** First line of each file, before Node or another package compiles anything. */
const compileLazilyAgain =
  "if (require('module').getCompileCacheDir?.() !== undefined) require('v8').setFlagsFromString('--lazy');";

/** Replaces an import of such a package by a require of its file. */
const packagesApart = {
  name: 'packages-apart',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[@a-z]/ }, ({ path }) => fileOf(path) && { path, namespace: 'apart' });
    onLoad({ filter: /./, namespace: 'apart' }, ({ path }) => ({
      contents: `${compileWholeFile}
        const damagedFile = require('node:path').join(__dirname, '../packages/${fileOf(path)}.js');
        const load = () => {
          compileWholeFile();
          try { return require(damagedFile)['${path}'](); }
          catch (cause) { throw Object.assign(new Error(damagedFile, { cause }), { damagedFile }); }
        };
        module.exports = ${byCall.includes(path) ? '(...given) => load()(...given)' : 'load()'};`,
    }));
  },
};

/**
 * What pvg never uses of these packages, because it is slow to load: HTTP/2, which undici speaks only with `allowH2`,
 * commander's commands in files of their own, the colours of cli-table3, to which pvg gives texts without colour, and of conf
 * the schemas and the migrations, of which pvg gives it none, of zod the messages in fifty languages: pvg speaks English, and
 * of the assistant's protocol the validator for forms, which pvg never shows.
 * And what must not run: conf's files end the process by SIGINT and SIGTERM themselves, before pvg has said how it ended.
 */
const withoutUnused = {
  name: 'without-unused',
  setup({ onResolve, onLoad }) {
    onResolve(
      {
        filter:
          /\/client-h2\.js$|^node:child_process$|^@colors\/colors\/safe$|^ajv(-formats)?(\/|$)|^semver$|^when-exit$|\/locales\/index\.c?js$|\/ajvProvider-[^/]+\.cjs$/,
      },
      ({ path }) => ({
        path,
        namespace: 'unused',
      }),
    );
    onLoad({ filter: /./, namespace: 'unused' }, () => ({
      contents: 'module.exports = () => undefined;',
    }));
  },
};

/** Includes only these commands. */
const onlyCommands = (names) => ({
  name: 'only-commands',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\/commands\// }, ({ path }) =>
      names.some((name) => path === `./commands/${name}.js`)
        ? undefined
        : { path, namespace: 'other-command' },
    );
    onLoad({ filter: /./, namespace: 'other-command' }, () => ({ contents: 'export {};' }));
  },
});

/** The file that has the catalogue of causes, which is too large for another one, and how it is exported there. */
const fileOfCauses = 'diagnose';
const exportCauses = "export { causeInWords } from './src/diagnosis/catalogue/cause-in-words.ts';";
const causesApart = {
  name: 'causes-apart',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/cause-in-words\.js$/ }, ({ path }) => ({ path, namespace: 'causes' }));
    onLoad({ filter: /./, namespace: 'causes' }, () => ({
      contents: `${compileWholeFile}
        compileWholeFile();
        module.exports = require('node:module').createRequire(__filename)('./${fileOfCauses}.js');`,
    }));
  },
};

/** Makes one file of dist/ and returns its source files. */
async function bundle(name, contents, plugins = [], more = {}) {
  const { metafile } = await build({
    stdin: { contents, resolveDir: root, sourcefile: `${name}.ts` },
    outfile: join(root, 'dist', `${name}.js`),
    absWorkingDir: root,
    ...asCommonJs,
    external: ['@napi-rs/keyring'],
    banner: { js: compileLazilyAgain },
    plugins,
    metafile: true,
    ...more,
  });
  return Object.keys(metafile.inputs);
}

/** A program that pvg starts in a thread or a process of its own. */
function bundleProcess(name, path) {
  return bundle(name, `import '${path}';`);
}

/** Makes script and style of a page, for the browser, and returns their source files. */
async function bundlePage(name) {
  const { metafile } = await build({
    entryPoints: { [name]: join(root, `src/pages/${name}/main.tsx`) },
    outdir: join(root, 'dist/pages'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    // `h(…)` is shorter than the calls of `preact/jsx-runtime`; types are checked by those (src/pages/tsconfig.json).
    jsx: 'transform',
    tsconfigRaw: { compilerOptions: { jsxFactory: 'h', jsxFragmentFactory: 'Fragment' } },
    inject: [fileURLToPath(import.meta.resolve('preact'))],
    legalComments: 'none',
    absWorkingDir: root,
    metafile: true,
  });
  return Object.keys(metafile.inputs);
}

/**
 * Makes the files of undici. What a single call needs stands in `undici-client` alone; the file of all of undici takes it
 * from there. A module has only one of the two, because its symbols and classes may exist only once.
 */
async function bundleUndici() {
  const inner = apart['undici-client'];
  const { metafile } = await build({
    stdin: { contents: inner.map(exported).join('\n'), resolveDir: root },
    ...asCommonJs,
    absWorkingDir: root,
    plugins: [withoutUnused],
    metafile: true,
    write: false,
  });
  const modules = Object.keys(metafile.inputs)
    .filter((path) => path.startsWith('node_modules/undici/'))
    .map((path) => path.slice('node_modules/'.length));
  const fromClient = {
    name: 'from-undici-client',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\.\/undici-client\.js$/ }, ({ path }) => ({ path, external: true }));
      onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir }) => {
        const file = createRequire(join(resolveDir, 'any.js')).resolve(path);
        const module = modules.find((name) => file === join(root, 'node_modules', name));
        return module && { path: module, namespace: 'from-undici-client' };
      });
      onLoad({ filter: /./, namespace: 'from-undici-client' }, ({ path }) => ({
        contents: `module.exports = require('./undici-client.js')['${path}']();`,
      }));
    },
  };
  const [client, all] = await Promise.all([
    bundle(
      'packages/undici-client',
      modules.map((module) => `exports['${module}'] = () => require('${module}');`).join('\n'),
      [withoutUnused],
    ),
    bundle('packages/undici', exported('undici'), [withoutUnused, fromClient]),
  ]);
  return [...client, ...all];
}

/** Texts and programs that pvg reads while it runs. */
function copyShippedFiles() {
  cpSync(join(root, 'src/shipped'), join(root, 'dist'), { recursive: true });
  // The signers and their traps; what pvg does with them is in the bundles.
  cpSync(join(root, 'src/languages'), join(root, 'dist/languages'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
}

/** Commands that a person or a loop calls one after the other; the rest use the file with all commands. */
const alone = ['diagnose', 'explain-error', 'lookup', 'sign'];
/** Nearly all of its code is that of the other command, whose file it uses. */
const inFileOf = { session: 'lookup', version: 'none' };
const commandsOf = (file) => [
  file,
  ...Object.keys(inFileOf).filter((name) => inFileOf[name] === file),
];
const start = "export { main } from './src/main.ts';";
/** An ESM namespace has `default` as a member; CommonJS code needs that value itself. */
const exported = (path) =>
  `exports['${path}'] = () => { const all = require('${path}'); return all.default ?? all; };`;

const pages = [bundlePage('desk'), bundlePage('listen')];
const processes = [
  bundleProcess('commands/search.worker', './src/background/search.worker.ts'),
  bundleProcess('commands/keyring.process', './src/system/keyring.process.ts'),
];

if (process.argv[2] === 'development') {
  const startsItself = "import { main } from './src/main.ts'; void main();";
  await bundle('commands/development.program', startsItself, [packagesApart]);
  await Promise.all([...processes, ...pages]);
} else {
  const inputs = await Promise.all([
    bundle('commands/pvg', start, [packagesApart]),
    ...['none', ...alone].map((name) =>
      bundle(`commands/${name}`, name === fileOfCauses ? `${start} ${exportCauses}` : start, [
        onlyCommands(commandsOf(name)),
        ...(name === fileOfCauses ? [] : [causesApart]),
        packagesApart,
      ]),
    ),
    ...processes,
    ...pages,
    ...Object.entries(apart)
      .filter(([name]) => !['open', 'undici', 'undici-client'].includes(name))
      .map(([name, paths]) =>
        bundle(`packages/${name}`, paths.map(exported).join('\n'), [withoutUnused]),
      ),
    bundleUndici(),
    // It starts programs, which the others must not.
    bundle('packages/open', exported('open'), [], {
      ...withOwnAddress,
      banner: { js: `${compileLazilyAgain}\n${withOwnAddress.banner.js}` },
    }),
  ]);
  for (const [name, file] of Object.entries(inFileOf)) {
    const path = join(root, `dist/commands/${name}.js`);
    // No flag is changed here: V8 refuses code that another command kept under other flags.
    writeFileSync(path, `module.exports = require('./${file}.js');\n`);
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(root, 'dist/package.json'), JSON.stringify({ version, type: 'commonjs' }));
  writeFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), notices(root, inputs.flat()));
}
copyShippedFiles();
