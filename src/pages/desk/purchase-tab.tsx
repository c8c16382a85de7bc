import { useLayoutEffect, useState } from 'preact/hooks';
import type { FoundAnswer, JournalCall, OfferedPurchase } from '../../desk/wire.js';
import { askTool, type RunOptions } from './client.js';
import type { EndedRun } from './tool-run.js';
import { useDesk } from './desk-context.js';
import { draftKey, type Drafts } from './drafts.js';
import { PurchaseChoices } from './purchase-choices.js';
import { PurchaseFormView } from './purchase-form.js';
import {
  changedForm,
  formatPurchaseDraft,
  purchaseDraftName,
  parsePurchaseDraft,
  emptyForm,
  planLookUpAgain,
  readLookUpEnding,
  lookUpValues,
  findOrderIds,
  problemsBeforeSending,
  type AnsweredChoice,
  type KeptReply,
  type PurchaseInText,
  type LookUpAgain,
  type FieldProblems,
  type OrderOfText,
  type PurchaseForm,
  type PurchaseView,
} from './purchase-flow.js';
import { RefusalCard } from './refusal-card.js';
import { ReopenedTicket } from './reopened-ticket.js';
import { ResultCard } from './result-card.js';
import { useLeftTicket } from './left-ticket.js';
import { useWork } from './use-work.js';
import { FailureBanner, Waiting } from './waiting.js';

/** Paste, look up, read the verdict. */
export function PurchaseTab({ isShown }: { readonly isShown: boolean }) {
  const purchase = usePurchase();
  const { form, problems, view, work, clearedForm } = purchase;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return purchase.clear();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    purchase.lookUp();
  };
  return (
    <div onKeyDown={onKeyDown}>
      <PurchaseFormView
        form={form}
        problems={problems}
        isShown={isShown}
        isBusy={work.isBusy}
        isSmall={view.kind !== 'nothing' || work.isBusy}
        clearedForm={clearedForm}
        onChange={purchase.change}
        onProblems={purchase.setProblems}
        onLookUp={() => purchase.lookUp()}
        onLookUpWith={(next) => {
          purchase.change(next);
          purchase.lookUp(next);
        }}
        onClear={purchase.clear}
      />
      {work.isBusy && <Waiting what="Asking the gateway …" work={work} />}
      <FailureBanner work={work} />
      <BelowForm
        view={view}
        isBusy={work.isBusy}
        onLookUp={purchase.lookUpChoices}
        onLookUpAgain={purchase.lookUpAgain}
      />
      {view.kind === 'nothing' && !work.isBusy && form.text === '' && (
        <ReopenedTicket onLookUpAgain={purchase.lookUpAgain} />
      )}
    </div>
  );
}

/** What the tab holds, and what a person can do with it. */
function usePurchase() {
  const { isTicketWrong, ticket, drafts } = useDesk();
  const work = useWork();
  const box = usePurchaseBox();
  const { form, setProblems } = box;
  const [view, setView] = useState<PurchaseView>({ kind: 'nothing' });
  /** What stood in the box at the last look-up, and what was looked up, which may be an earlier text of the ticket. */
  const [boxedForm, setBoxedForm] = useState<PurchaseForm>();
  const [lookedUpForm, setLookedUpForm] = useState<PurchaseForm>(emptyForm);
  const calls = useLookUpCalls();

  useTextOfTicket(box, form === boxedForm, () => setView({ kind: 'nothing' }));

  const lookUpPurchase = ({ purchase, boxed, kept }: LookUpRequest): void => {
    if (isTicketWrong) return document.getElementById('ticket')?.focus();
    const found = problemsBeforeSending(purchase.form);
    setProblems(found ?? {});
    if (found !== undefined) return;
    // The verdict of another purchase must not stand below this text if no answer comes.
    setView({ kind: 'nothing' });
    setBoxedForm(boxed);
    setLookedUpForm(purchase.form);
    void work.begin(async (options) => {
      const { view: next, problems } = await calls.lookUp(options, purchase);
      setProblems(problems);
      setView(next.kind === 'answers' ? { ...next, ...kept } : next);
    });
  };
  const lookUp = (next = form): void =>
    lookUpPurchase({ purchase: { form: next }, boxed: next, kept: { question: '' } });
  const lookUpAgain: LookUpAgain = (receipt, kept) => {
    const again = planLookUpAgain({ form, before: findPurchaseDraft(drafts, ticket, receipt) });
    if (again === undefined) {
      setProblems({ text: pasteReceipt });
      document.getElementById('purchase')?.focus();
      return;
    }
    box.change(again.boxed);
    // Without a new text, the questions are those that the text of the look-up mentions.
    const keptNow = again.hasNewText ? kept : { question: kept.question };
    lookUpPurchase({ ...again, kept: keptNow });
  };
  const lookUpChoices = (chosen: readonly OfferedPurchase[]): void => {
    void work.begin(async (options) => {
      for (const choice of chosen) {
        const answered = {
          choice,
          ended: await calls.lookUpOne(options, { form: lookedUpForm, choice }),
        };
        setView((before) => addAnswer(before, answered));
      }
    });
  };
  const clear = (): void => {
    if (work.isBusy) return work.cancel();
    box.empty();
    setView({ kind: 'nothing' });
  };
  return { ...box, view, work, lookUp, lookUpAgain, lookUpChoices, clear };
}

/** Searches the drafts without a ticket, too: the purchase may have been looked up before the number of the ticket was written. */
function findPurchaseDraft(
  drafts: Drafts,
  ticket: string,
  receipt: string,
): PurchaseInText | undefined {
  const name = purchaseDraftName(receipt);
  return parsePurchaseDraft(
    drafts.get(draftKey(name, ticket)) ?? drafts.get(draftKey(name, '')) ?? '',
  );
}

interface LookUpRequest {
  readonly purchase: PurchaseInText;
  /** What stands in the box during the look-up. */
  readonly boxed: PurchaseForm;
  readonly kept: KeptReply;
}

const pasteReceipt =
  'Paste the purchase with its receipt here, and look it up: pvg does not keep receipts.';

/** The paste box: what is written in it, and what Undo brings back. */
function usePurchaseBox() {
  const [form, setForm] = useState<PurchaseForm>(emptyForm);
  const [clearedForm, setClearedForm] = useState<PurchaseForm>();
  const [problems, setProblems] = useState<FieldProblems>({});
  const change = (next: PurchaseForm): void => {
    setForm(changedForm(form, next));
    setProblems({});
    setClearedForm(undefined);
  };
  const empty = (): void => {
    setClearedForm(form.text === '' ? undefined : form);
    setForm(emptyForm);
    setProblems({});
  };
  return { form, clearedForm, problems, setProblems, change, empty };
}

/**
 * Clears the box when the ticket changes, if its text was looked up. Any other text waits as a draft of the ticket that is left,
 * but only if a button opened the new ticket: somebody who types its number keeps the text.
 * @param onLeft removes what stands below the form: replies and evidence go under the ticket that is written now
 */
function useTextOfTicket(
  { form, change, empty, setProblems }: ReturnType<typeof usePurchaseBox>,
  isLookedUp: boolean,
  onLeft: () => void,
): void {
  const { ticket, drafts, keepDraft, openedTicket, textToOpen } = useDesk();
  useLeftTicket(ticket, (leftTicket) => {
    onLeft();
    setProblems({});
    const waiting = drafts.get(draftKey('paste', ticket)) ?? '';
    if (isLookedUp) empty();
    // Somebody who types the number, instead of pressing a button, may have pasted the text of that ticket before.
    if (openedTicket !== ticket) return;
    if (!isLookedUp) keepDraft(draftKey('paste', leftTicket), form.text);
    keepDraft(draftKey('paste', ticket), '');
    if (!isLookedUp || waiting !== '') change({ ...emptyForm, text: waiting });
  });
  // Before the page is painted: whoever pastes twice may be faster than a later effect.
  useLayoutEffect(() => {
    if (textToOpen.text === '') return;
    change({ ...emptyForm, text: textToOpen.text });
    document.getElementById('purchase')?.focus();
  }, [textToOpen]);
}

/** The newest answer first; an earlier one about the same purchase stays below. */
function addAnswer(view: PurchaseView, answered: AnsweredChoice): PurchaseView {
  if (view.kind !== 'choices') return view;
  return { ...view, answered: [answered, ...view.answered] };
}

interface BelowFormProps {
  readonly view: PurchaseView;
  readonly isBusy: boolean;
  readonly onLookUp: (choices: readonly OfferedPurchase[]) => void;
  readonly onLookUpAgain: LookUpAgain;
}

function BelowForm({ view, isBusy, onLookUp, onLookUpAgain }: BelowFormProps) {
  if (view.kind === 'choices') {
    return <PurchaseChoices view={view} isBusy={isBusy} onLookUp={onLookUp} />;
  }
  if (isBusy || view.kind === 'nothing') return null;
  if (view.kind === 'refusal') return <RefusalCard view={view} onLookUpAgain={onLookUpAgain} />;
  return (
    <>
      {view.answers.map((ended) => (
        <ResultCard
          ended={ended}
          takesFocus
          question={view.question}
          mentioned={view.mentioned}
          player={view.player}
          key={ended.result.call_id}
        />
      ))}
    </>
  );
}

interface AfterLookUp {
  readonly view: PurchaseView;
  readonly problems: FieldProblems;
}

/** The calls of this tab. */
function useLookUpCalls() {
  const { profile, language, ticket, journalChanged, keepDraft } = useDesk();

  const lookUpOne = async (options: RunOptions, purchase: PurchaseInText): Promise<EndedRun> => {
    const values = lookUpValues(purchase.form, { language, ticket }, purchase.choice);
    const ended = await askTool({ tool: 'lookup_purchase', profile, values }, options);
    // Before the card is shown: what comes later would move its buttons away under the pointer.
    const samePurchase = await callsAbout(ended, options);
    journalChanged();
    const fingerprint = ended.result.asked?.receipt?.fingerprint;
    if (fingerprint !== undefined) {
      keepDraft(draftKey(purchaseDraftName(fingerprint), ticket), formatPurchaseDraft(purchase));
    }
    return { ...ended, samePurchase, askedTicket: ticket };
  };

  const lookUp = async (options: RunOptions, purchase: PurchaseInText): Promise<AfterLookUp> => {
    const ended = await lookUpOne(options, purchase);
    const ending = readLookUpEnding(ended);
    if (ending.kind === 'choose') {
      const view: PurchaseView = { kind: 'choices', choices: ending.choices, answered: [] };
      return { view, problems: {} };
    }
    if (ending.kind === 'refused') {
      const { understood } = ending;
      const orders = await readOrders(findOrderIds(purchase.form.text, understood), options);
      const view: PurchaseView = { kind: 'refusal', refusal: ended, understood, orders };
      return { view, problems: {} };
    }
    if (ending.kind === 'missing') return { view: { kind: 'nothing' }, problems: ending.problems };
    return { view: { kind: 'answers', answers: [ended], question: '' }, problems: {} };
  };
  return { lookUp, lookUpOne };
}

async function readOrders(
  orderIds: readonly string[],
  options: RunOptions,
): Promise<readonly OrderOfText[]> {
  const orders: OrderOfText[] = [];
  for (const orderId of orderIds) {
    orders.push({ orderId, earlier: await findCalls(orderId, options) });
  }
  return orders;
}

async function callsAbout(
  { result }: EndedRun,
  options: RunOptions,
): Promise<readonly JournalCall[]> {
  const fingerprint = result.asked?.receipt?.fingerprint ?? '';
  const isSent = result.call_id !== null && fingerprint !== '';
  return isSent ? ((await findCalls(fingerprint, options))?.entries ?? []) : [];
}

async function findCalls(what: string, options: RunOptions): Promise<FoundAnswer | undefined> {
  const request = { tool: 'find_calls', values: { what } };
  const { result } = await askTool<FoundAnswer | null>(request, options);
  return result.answer ?? undefined;
}
