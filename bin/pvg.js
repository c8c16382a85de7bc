#!/usr/bin/env node
import process from 'node:process';

const oldest = [20, 18, 1];
const found = process.versions.node.split('.').map(Number);
const firstDifference = oldest.findIndex((part, at) => part !== found[at]);

if (firstDifference !== -1 && found[firstDifference] < oldest[firstDifference]) {
  process.stderr.write(`pvg needs Node ${oldest.join('.')} or newer; this is ${process.versions.node}.\n`);
  process.exitCode = 1;
} else {
  import('node:module')
    // Node 22.8 and newer keep compiled code between runs.
    .then(({ default: module }) => module.enableCompileCache?.())
    .then(() => import('../dist/main.js'))
    .then(({ main }) => main())
    .catch((error) => {
      process.stderr.write(
        error?.code === 'ERR_MODULE_NOT_FOUND'
          ? 'pvg is not built: run `npm ci` (or `npm run build`) in its folder.\n'
          : 'pvg could not start.\n',
      );
      process.exitCode = 1;
    });
}
