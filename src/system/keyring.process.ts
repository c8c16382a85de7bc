import { stdin, stdout } from 'node:process';
import { text } from 'node:stream/consumers';
import { askKeyring, type KeyringQuestion } from './keyring-entry.js';

/** Reads one question from standard input, and prints its answer: both are JSON. */
async function answerOne(): Promise<void> {
  const question = JSON.parse(await text(stdin)) as KeyringQuestion;
  stdout.write(JSON.stringify(await askKeyring(() => import('@napi-rs/keyring'), question)));
}

void answerOne();
