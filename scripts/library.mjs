// Makes dist/library/ from src/library/. Each entry of the package is one CommonJS file, and its ES module has nothing but
// the names: whoever loads both gets the same functions and the same class of errors.
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';
import { asCommonJs } from './commonjs.mjs';

const root = join(import.meta.dirname, '..');
const out = join(root, 'dist', 'library');
const entries = ['diagnosis', 'emulator', 'signing'];
/** Entries, and what has types that an entry passes on. */
const typed = [...entries, 'entries'];

const sourceOf = (name) => join(root, `src/library/${name}.ts`);
const writeOut = (name, text) => writeFileSync(join(out, name), text);

await build({
  ...asCommonJs,
  // Node prints the line of an error that nothing caught.
  lineLimit: 200,
  entryPoints: entries.map(sourceOf),
  outdir: out,
  outExtension: { '.js': '.cjs' },
});
writeOut('package.json', JSON.stringify({ type: 'module' }));

const config = ts.readConfigFile(join(root, 'tsconfig.build.json'), ts.sys.readFile).config;
const { options } = ts.parseJsonConfigFileContent(
  { ...config, files: typed.map(sourceOf), include: [] },
  ts.sys,
  root,
);
const emitted = { declaration: true, emitDeclarationOnly: true, removeComments: false };
const program = ts.createProgram(typed.map(sourceOf), { ...options, ...emitted });
for (const name of typed) {
  program.emit(program.getSourceFile(sourceOf(name)), (path, text) =>
    writeOut(
      `${basename(path, '.d.ts')}.d.cts`,
      text.replace(/(from '\.\/[a-z]+)\.js'/g, "$1.cjs'"),
    ),
  );
}

const checker = program.getTypeChecker();
for (const name of entries) {
  const module = checker.getSymbolAtLocation(program.getSourceFile(sourceOf(name)));
  const names = checker
    .getExportsOfModule(module)
    .filter(({ flags }) => (flags & ts.SymbolFlags.Value) !== 0)
    .map((each) => each.name);
  writeOut(`${name}.js`, `export { ${names.join(', ')} } from './${name}.cjs';\n`);
  writeOut(`${name}.d.ts`, `export * from './${name}.cjs';\n`);
}
