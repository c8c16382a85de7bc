import { useEffect, useRef, useState } from 'preact/hooks';
import type { FoundAnswer, OfferedPurchase } from '../../desk/wire.js';
import { askTool, type RunOptions } from './client.js';
import type { EndedRun } from './tool-run.js';
import { useDesk } from './desk-context.js';
import { PurchaseChoices } from './purchase-choices.js';
import { PurchaseFormView } from './purchase-form.js';
import {
  changedForm,
  emptyForm,
  lookUpEnd,
  lookUpValues,
  problemsBeforeSending,
  type AnsweredChoice,
  type FieldProblems,
  type PurchaseForm,
  type PurchaseView,
  type RefusedText,
} from './purchase-flow.js';
import { RefusalCard } from './refusal-card.js';
import { ReopenedTicket } from './reopened-ticket.js';
import { ResultCard } from './result-card.js';
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
        onLookUp={purchase.lookUp}
        onClear={purchase.clear}
      />
      {work.isBusy && <Waiting what="Asking the gateway …" work={work} />}
      <FailureBanner work={work} />
      <BelowForm view={view} isBusy={work.isBusy} onLookUp={purchase.lookUpChoices} />
      {view.kind === 'nothing' && !work.isBusy && form.text === '' && <ReopenedTicket />}
    </div>
  );
}

/** What the tab holds, and what a person can do with it. */
function usePurchase() {
  const { isTicketWrong, ticket } = useDesk();
  const work = useWork();
  const box = usePurchaseBox();
  const { form, setProblems } = box;
  const [view, setView] = useState<PurchaseView>({ kind: 'nothing' });
  const [askedForm, setAskedForm] = useState<PurchaseForm>();
  const calls = useLookUpCalls(form);

  // Replies and evidence go under the ticket that is written now: nothing of another one may stay.
  useLeftTicket(ticket, () => {
    setView({ kind: 'nothing' });
    if (form === askedForm) box.empty();
  });

  const lookUp = (): void => {
    if (isTicketWrong) return document.getElementById('ticket')?.focus();
    const before = problemsBeforeSending(form);
    setProblems(before ?? {});
    if (before !== undefined) return;
    // The verdict of another purchase must not stand below this text if no answer comes.
    setView({ kind: 'nothing' });
    setAskedForm(form);
    void work.begin(async (options) => {
      const after = await calls.lookUp(options);
      setProblems(after.problems);
      setView(after.view);
    });
  };
  const lookUpChoices = (chosen: readonly OfferedPurchase[]): void => {
    void work.begin(async (options) => {
      for (const choice of chosen) {
        const answered = { choice, ended: await calls.lookUpOne(options, choice) };
        setView((before) => withAnswer(before, answered));
      }
    });
  };
  const clear = (): void => {
    if (work.isBusy) return work.cancel();
    box.empty();
    setView({ kind: 'nothing' });
  };
  return { ...box, view, work, lookUp, lookUpChoices, clear };
}

/** What is written, and what Undo brings back. */
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

/** Calls back when another ticket is written in place of one. */
function useLeftTicket(ticket: string, onLeft: () => void): void {
  const before = useRef(ticket);
  useEffect(() => {
    if (before.current !== '' && before.current !== ticket) onLeft();
    before.current = ticket;
  }, [ticket]);
}

/** The newest answer first; an earlier one about the same purchase stays below. */
function withAnswer(view: PurchaseView, answered: AnsweredChoice): PurchaseView {
  if (view.kind !== 'choices') return view;
  return { ...view, answered: [answered, ...view.answered] };
}

interface BelowFormProps {
  readonly view: PurchaseView;
  readonly isBusy: boolean;
  readonly onLookUp: (choices: readonly OfferedPurchase[]) => void;
}

function BelowForm({ view, isBusy, onLookUp }: BelowFormProps) {
  if (view.kind === 'choices') {
    return <PurchaseChoices view={view} isBusy={isBusy} onLookUp={onLookUp} />;
  }
  if (isBusy || view.kind === 'nothing') return null;
  if (view.kind === 'refusal') return <RefusalCard view={view} />;
  return (
    <>
      {view.answers.map((ended) => (
        <ResultCard ended={ended} takesFocus key={ended.result.call_id} />
      ))}
    </>
  );
}

interface AfterLookUp {
  readonly view: PurchaseView;
  readonly problems: FieldProblems;
}

/** The calls of this tab. */
function useLookUpCalls(form: PurchaseForm) {
  const { profile, language, ticket, journalChanged } = useDesk();

  const lookUpOne = async (options: RunOptions, choice?: OfferedPurchase): Promise<EndedRun> => {
    const values = lookUpValues(form, { language, ticket }, choice);
    const ended = await askTool({ tool: 'lookup_purchase', profile, values }, options);
    journalChanged();
    return ended;
  };

  const refusalView = async (
    options: RunOptions,
    text: RefusedText,
    refusal: EndedRun,
  ): Promise<PurchaseView> => {
    const { orderId } = text;
    if (orderId === '') return { kind: 'refusal', refusal, text, earlier: undefined };
    const request = { tool: 'find_calls', values: { what: orderId } };
    const { result } = await askTool<FoundAnswer | null>(request, options);
    return { kind: 'refusal', refusal, text, earlier: result.answer ?? undefined };
  };

  const lookUp = async (options: RunOptions): Promise<AfterLookUp> => {
    const ended = await lookUpOne(options);
    const end = lookUpEnd(ended);
    if (end.kind === 'choose') {
      const view: PurchaseView = { kind: 'choices', choices: end.choices, answered: [] };
      return { view, problems: {} };
    }
    if (end.kind === 'refused') {
      return { view: await refusalView(options, end.text, ended), problems: {} };
    }
    if (end.kind === 'missing') return { view: { kind: 'nothing' }, problems: end.problems };
    return { view: { kind: 'answers', answers: [ended] }, problems: {} };
  };
  return { lookUp, lookUpOne };
}
