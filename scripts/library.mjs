// Makes dist/library/ from src/library/: one ES module for each entry of the package, and its types.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const out = join(root, 'dist', 'library');
const entries = ['diagnosis', 'emulator', 'signing'].map((name) =>
  join(root, `src/library/${name}.ts`),
);

await build({
  entryPoints: entries,
  outdir: out,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.18',
  minify: true,
  legalComments: 'none',
});
writeFileSync(join(out, 'package.json'), JSON.stringify({ type: 'module' }));

const config = ts.readConfigFile(join(root, 'tsconfig.build.json'), ts.sys.readFile).config;
const { options } = ts.parseJsonConfigFileContent(
  { ...config, files: entries, include: [] },
  ts.sys,
  root,
);
const emitted = {
  declaration: true,
  emitDeclarationOnly: true,
  removeComments: false,
  outDir: out,
};
const program = ts.createProgram(entries, {
  ...options,
  ...emitted,
  rootDir: join(root, 'src/library'),
});
// Only the entries: their types are their own.
for (const entry of entries) program.emit(program.getSourceFile(entry));
