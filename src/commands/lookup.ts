import type { Command } from 'commander';
import { answered, dryRun, lookUp, openPurchase, withNote } from '../calls/call.js';
import { earlierCalls, type CredentialOptions } from '../calls/connection.js';
import type { Context } from '../context.js';
import { notShown } from '../contract/not-shown.js';
import { PvgError } from '../failure.js';
import { withoutReport } from '../gateway/judge-lookup.js';
import { lookupBody } from '../gateway/request.js';
import {
  addCaseOption,
  addCallOptions,
  collect,
  globalOptions,
  type GlobalOptions,
  examples,
} from '../input/options.js';
import { openVerify, saysOpen } from '../desk/journal/earlier.js';
import { addPurchaseOptions, type Purchase, type PurchaseOptions } from '../input/purchase.js';
import type { Finish, Finished } from '../output/finished.js';
import { note } from '../output/present.js';
import { requestForms } from '../output/request-text.js';
import { withReply } from '../desk/replies/give.js';
import { readLanguages, replyLanguages } from '../desk/replies/languages.js';
import { readReplies } from '../desk/replies/texts.js';
import { readTicketWork, withReport, type TicketOptions } from '../desk/ticket.js';

type LookupOptions = PurchaseOptions &
  CredentialOptions &
  TicketOptions & { readonly reply?: readonly string[] } & Record<string, unknown>;

export function registerLookup(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    'pvg lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased',
    'pvg lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-recorded --json',
    'pvg lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-pending --reply vi --report evidence.html',
  ]);
  addCaseOption(addPurchaseOptions(command))
    .option(
      '--reply <language>',
      `a reply to the player, with the verdict; can be repeated: ${replyLanguages.join(', ')}`,
      collect,
    )
    .option('--report <file>', 'write a report for the ticket: a page (.html) or Markdown (.md)')
    .option('--overwrite', 'replace the file of --report');
  addCallOptions(command, requestForms)
    .option('--client-secret-file <path|->', 'read the client secret from a file, instead of the profile')
    .addHelpText('after', '\nA look-up changes nothing. You can repeat it as often as you like.')
    .action(async (options: LookupOptions) =>
      finish(await runLookup(context, globalOptions(command), options)),
    );
}

async function runLookup(
  context: Context,
  globals: GlobalOptions,
  options: LookupOptions,
): Promise<Finished> {
  const languages = options.reply && readLanguages('--reply', options.reply);
  const replies = languages && (await readReplies(context, languages));
  const ticket = await readTicketWork(context, options);
  const { body, connection, build, asked } = await openPurchase(context, globals, 'lookup', options, bodyOf);
  if (connection.call.dryRun) {
    if (replies ?? ticket.report)
      await note(context, globals, 'A dry run gets no answer, so it makes no reply and no report.');
    return dryRun(context, connection, build);
  }

  const earlier = await earlierCalls(context, connection, asked.receipt);
  const open = openVerify(earlier);
  const { made, judgement, recorded } = await lookUp(context, connection, body, asked, earlier);
  const keptId = recorded.kept ? recorded.entry.id : undefined;
  const reportable = recorded.kept && ticket.report === undefined;
  const told = answered(connection, {
    made,
    recorded,
    judgement: reportable ? judgement : withoutReport(judgement, asked, keptId),
  });
  const finished = open === undefined ? told : withNote(globals, told, saysOpen(open, recorded.entry));
  const replied = await withReply(globals, replies, finished, { recorder: connection.recorder, recorded });
  return withReport(context, globals, ticket, replied, recorded);
}

function bodyOf(purchase: Purchase): Uint8Array {
  if ('body' in purchase) return purchase.body;
  const { platform, receipt, productId, package: packageName = '' } = purchase.fields;
  if (platform === 'ios') {
    throw new PvgError(
      'not-shown',
      'pvg cannot look up an iOS purchase. The service finds it by its order id, but the contract does not show the fields of that request.',
      {
        hint: 'Ask the operator about this order id. If they tell you the exact request body, send it with `--body @<file>`.',
        section: notShown['ios-lookup'].section,
      },
    );
  }
  return lookupBody({ receipt, productId, package: packageName });
}
