/** How esbuild makes one CommonJS file of our sources, for the bundle and for the executable. */
export const asCommonJs = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20.18',
  minify: true,
  legalComments: 'none',
  supported: { 'dynamic-import': false }, // import() starts a second loader; require() does not.
  define: { 'import.meta.dirname': '__dirname', 'import.meta.filename': '__filename' },
};

/** `open` looks for a script beside itself, which is not there then; it takes the system's. */
export const withOwnAddress = {
  define: { ...asCommonJs.define, 'import.meta.url': 'ownAddress' },
  banner: { js: "const ownAddress = require('node:url').pathToFileURL(__filename).href;" },
};
