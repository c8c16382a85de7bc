import { Option, type Command } from 'commander';
import { answered, dryRun } from '../calls/ended.js';
import { lookUp, openPurchase } from '../calls/purchase.js';
import { earlierCalls, profileFor, type CredentialOptions } from '../calls/connection.js';
import type { Context } from '../context.js';
import { notShown } from '../contract/not-shown.js';
import { onPvgError, PvgError } from '../failure.js';
import { withoutReport } from '../gateway/judge-lookup.js';
import { lookupBody } from '../gateway/request.js';
import {
  addCaseOption,
  addCallOptions,
  collect,
  globalOptions,
  readCase,
  type GlobalOptions,
  examples,
  type Given,
  type CallFlags,
  type TicketFlags,
} from '../input/options.js';
import { openVerify, saysOpen } from '../desk/journal/earlier.js';
import { askDevelopers, foundByOrderId } from '../desk/only-order-id.js';
import { InputReader } from '../input/bytes.js';
import { addOrderIdOption } from '../input/order-id.js';
import { addPurchaseOptions, type Purchase, type PurchaseOptions } from '../input/purchase.js';
import { otherThing } from '../input/pasted/other-things.js';
import { OrderIdGiven } from '../input/receipt.js';
import { withNotes, type Finish, type Finished } from '../output/finished.js';
import { note } from '../output/present.js';
import { requestForms } from '../output/request-text.js';
import { withReply } from '../desk/replies/give.js';
import { readLanguages, replyLanguages } from '../desk/replies/languages.js';
import { readReplies } from '../desk/replies/texts.js';
import { readReportOut, saysOtherPurchases, withReport } from '../desk/ticket.js';

type LookupOptions = PurchaseOptions & CredentialOptions & TicketFlags & CallFlags & Given<'ask'>;

export function registerLookup(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    'pvg lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased',
    'pvg lookup --profile local --product-id gems_100 --receipt demo-recorded --json',
    'pvg lookup --profile local @purchase.json',
    'pvg lookup GPA.1234-5678-9012-34567 --ask developers',
    'pvg lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-pending --reply vi --report evidence.html',
  ]);
  command.argument(
    '[purchase|@file|-]',
    'what you have: the store’s purchase JSON, as mail, chat or a log has it, or the receipt. Give @<file>, - to paste it, or one word',
  );
  addCaseOption(addOrderIdOption(addPurchaseOptions(command)))
    .addOption(
      new Option('--ask <whom>', 'print a message that asks for the receipt; sends nothing').choices([
        'developers',
      ]),
    )
    .option(
      '--reply <language>',
      `a reply to the player, with the verdict; commas between several (ko,en): ${replyLanguages.join(', ')}`,
      collect,
    )
    .option('--report <file>', 'write a report for the ticket: a page (.html) or Markdown (.md)')
    .option('--overwrite', 'replace the file of --report');
  addCallOptions(command, requestForms)
    .option('--client-secret-file <path|->', 'read the client secret from a file, instead of the profile')
    .addHelpText('after', '\nA look-up changes nothing. You can repeat it as often as you like.')
    .action(async (purchase: string | undefined, options: LookupOptions) =>
      finish(
        await runLookup(context, globalOptions(command), {
          ...options,
          ...(purchase !== undefined && { purchase }),
        }),
      ),
    );
}

async function runLookup(
  context: Context,
  globals: GlobalOptions,
  options: LookupOptions,
): Promise<Finished> {
  if (options.ask !== undefined) return askedFor(context, globals, options);
  const languages = options.reply && readLanguages('--reply', options.reply);
  const replies = languages && (await readReplies(context, languages));
  const report = await readReportOut(context, options);
  const opened = await openPurchase(context, globals, 'lookup', options, bodyOf).catch((error: unknown) => {
    if (error instanceof OrderIdGiven) return error;
    throw error;
  });
  if (opened instanceof OrderIdGiven) return foundByOrderId(context, globals, opened, readCase(options.case));
  const { body, connection, build, asked } = opened;
  if (connection.call.dryRun) {
    if (replies ?? report)
      await note(context, globals, 'A dry run gets no answer, so it makes no reply and no report.');
    return dryRun(context, connection, build);
  }

  const earlier = await earlierCalls(context, connection, asked.receipt);
  const open = openVerify(earlier);
  const { made, judgement, recorded } = await lookUp(context, connection, body, asked, earlier);
  const keptId = recorded.kept ? recorded.entry.id : undefined;
  const reportable = recorded.kept && report === undefined;
  const told = answered(connection, {
    made,
    recorded,
    judgement: reportable ? judgement : withoutReport(judgement, asked, keptId),
  });
  const others = connection.recorder.on ? await saysOtherPurchases(context, recorded.entry) : undefined;
  const openLine = open && saysOpen(open, context.account, recorded.entry);
  const finished = withNotes(
    globals,
    told,
    [openLine, others].filter((text) => text !== undefined),
  );
  const replied = await withReply(globals, replies, finished, { recorder: connection.recorder, recorded });
  return withReport(context, globals, report, replied, recorded);
}

/** The package of the profile is in the message, if there is a profile. */
async function askedFor(context: Context, globals: GlobalOptions, options: LookupOptions): Promise<Finished> {
  const input = new InputReader(context);
  const given = options.purchase ?? options.receipt;
  const text =
    given === undefined ? '' : Buffer.from((await input.read('lookup', given)).bytes).toString('utf8');
  const orderId = otherThing(text)?.orderId;
  if (given !== undefined && orderId === undefined) {
    throw new PvgError('usage', '--ask needs the order id of the purchase, or no purchase.', {
      hint: 'An order id has the form GPA.1234-5678-9012-34567. With a receipt or a purchase JSON, look it up instead.',
    });
  }
  const profile = await profileFor(context, input, globals, options, { interface: 'gateway' }).catch(
    onPvgError(() => undefined),
  );
  return askDevelopers(context, globals, {
    orderId,
    package: options.package ?? profile?.gateway.package,
    product: options.productId,
    case: readCase(options.case),
  });
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
