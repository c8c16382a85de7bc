import * as bodyRules from '../../src/diagnosis/body-rules.js';
import * as bytes from '../../src/diagnosis/forms/bytes.js';
import * as constructions from '../../src/diagnosis/forms/constructions.js';
import * as dataTexts from '../../src/diagnosis/forms/data-texts.js';
import * as hashes from '../../src/diagnosis/forms/hashes.js';
import * as keys from '../../src/diagnosis/forms/keys.js';
import * as layers from '../../src/diagnosis/forms/layers.js';
import * as layouts from '../../src/diagnosis/forms/layouts.js';
import * as numberTexts from '../../src/diagnosis/forms/number-texts.js';
import * as times from '../../src/diagnosis/forms/times.js';
import * as edits from '../../src/diagnosis/json-forms/edits.js';
import * as encoders from '../../src/diagnosis/json-forms/encoders.js';
import * as escapes from '../../src/diagnosis/json-forms/escapes.js';
import * as numbers from '../../src/diagnosis/json-forms/numbers.js';
import * as print from '../../src/diagnosis/json-forms/print.js';
import * as readStyle from '../../src/diagnosis/json-forms/read-style.js';
import * as spacing from '../../src/diagnosis/json-forms/spacing.js';
import * as tree from '../../src/diagnosis/json-forms/tree.js';
import * as signingSteps from '../../src/diagnosis/signing-steps.js';

/** The lists of single forms, of which `test/corpus/pairs.mjs` makes pairs. */
export const pairModules: Readonly<Record<string, unknown>> = Object.assign(
  {},
  bodyRules,
  bytes,
  constructions,
  dataTexts,
  hashes,
  keys,
  layers,
  layouts,
  numberTexts,
  times,
  edits,
  encoders,
  escapes,
  numbers,
  print,
  readStyle,
  spacing,
  tree,
  signingSteps,
) as Readonly<Record<string, unknown>>;
