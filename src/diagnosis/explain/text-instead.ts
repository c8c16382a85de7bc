import { joinWithAnd } from '../../text/sentences.js';
import { toBuffer } from '../forms/bytes.js';
import { joinedValues, type JoinedValues } from '../forms/joined-values.js';
import { loneChanges } from '../forms/lone-changes.js';
import {
  signedFileNames,
  unfilledBodies,
  unfilledNames,
  unfilledValues,
} from '../forms/templates.js';
import { plainStyle, printTree } from '../json-forms/print.js';
import { styleOf } from '../json-forms/read-style.js';
import {
  formFieldTexts,
  partlyFilledObjects,
  renamedObjects,
  unfilledObjects,
} from '../search/lone-bodies.js';
import { largeBodyBytes } from '../search/limits.js';
import { valueOfOnlyField } from '../search/unwrapped.js';
import { explainCause, type StepExplanation } from '../signing-steps.js';
import { quoteShort, quoteText } from '../spelling.js';
import type { BodyPair } from './body-pair.js';
import type { JsonText } from './json-difference.js';

/** Explains a text that a program signs in place of the body: a name, a template, the field of a form. */
export function explainTextInsteadOfBody(pair: BodyPair): StepExplanation | undefined {
  const { sent, signed, sentJson } = pair;
  if (sent.length > largeBodyBytes) return undefined;
  const signedText = signed.toString('utf8');
  return (
    explainNameInstead(signedText) ??
    explainLoneChange(pair) ??
    explainFormField(pair, signedText) ??
    (sentJson === undefined ? undefined : explainJoined(sentJson, signedText)) ??
    (sentJson === undefined ? undefined : explainUnfilled(sentJson, pair))
  );
}

/** The sentence about values of members that were signed one after another, such as `com.game|1|token`. */
export function joinedSays({ names, separator }: Omit<JoinedValues, 'text'>): string {
  const between = separator === '' ? 'nothing' : quoteText(separator);
  return `What was signed is the values of ${joinWithAnd(names.map(quoteText))}, with ${between} between them, but the body was sent as JSON.`;
}

function explainJoined({ root }: JsonText, signedText: string): StepExplanation | undefined {
  for (const values of joinedValues(root)) {
    if (values.text === signedText) return explainCause('body-values-joined', joinedSays(values));
  }
  return undefined;
}

function explainNameInstead(signedText: string): StepExplanation | undefined {
  if (unfilledBodies.includes(signedText)) {
    return explainCause(
      'layout-template-unfilled',
      `The text ${quoteText(signedText)} was signed in place of the body: it was not replaced by the body.`,
    );
  }
  if (!signedFileNames.includes(signedText.trimEnd())) return undefined;
  return explainCause(
    'bodyhash-file-name',
    `The text ${quoteText(signedText)} was signed in place of the body, as if it were the name of a file.`,
  );
}

function explainLoneChange({ sent, signed, sentJson }: BodyPair): StepExplanation | undefined {
  const style = (sentJson && styleOf(sentJson.text, sentJson)) ?? plainStyle;
  const changes = loneChanges({ bytes: sent, root: sentJson?.root, style });
  for (const { ids, says, signed: changed } of changes) {
    if (toBuffer(changed).equals(signed)) return { ids, says: [says] };
  }
  return undefined;
}

function explainFormField(
  { sent, signed }: BodyPair,
  signedText: string,
): StepExplanation | undefined {
  if ([...formFieldTexts(sent.toString('utf8'))].includes(signedText)) {
    return explainCause(
      'body-form-encoded',
      `The body was signed as a form (${quoteShort(signedText)}), but sent without the name of the field.`,
    );
  }
  const value = valueOfOnlyField(sent.toString('utf8').trim());
  if (value === undefined || !Buffer.from(value).equals(signed)) return undefined;
  return explainCause(
    'body-form-encoded',
    'The body was sent as a form with one field, but only the value of this field was signed.',
  );
}

/** The body was signed with placeholders in place of values. */
function explainUnfilled(
  sent: JsonText,
  { signed, signedJson }: BodyPair,
): StepExplanation | undefined {
  const signedText = signed.toString('utf8');
  // If the signed text is JSON, a word such as null in it is a changed value, not a placeholder.
  const valuesOf = signedJson === undefined ? unfilledValues : unfilledNames;
  const styles = [styleOf(sent.text, sent) ?? plainStyle, plainStyle];
  const trees = [
    ...unfilledObjects(sent.root, valuesOf),
    ...renamedObjects(sent.root),
    ...partlyFilledObjects(sent.root),
  ];
  for (const tree of trees) {
    if (!styles.some((style) => printTree(tree, style) === signedText)) continue;
    // The sentence quotes the signed text from 8 characters before the first placeholder on.
    const place = [...signedText].findIndex((character, index) => character !== sent.text[index]);
    return explainCause(
      'layout-template-unfilled',
      `The body was signed before its values were filled in: ${quoteShort(`…${signedText.slice(Math.max(0, place - 8))}`)}.`,
    );
  }
  return undefined;
}
