import { useState } from 'preact/hooks';
import type { JournalAnswer, PurchaseChoice, ReplyAnswer } from '../../desk/wire.js';
import { runTool, type RunOptions } from './client.js';
import { filledIn, type EndedRun } from './tool-run.js';
import { useDesk } from './desk-context.js';
import { OrderOnly } from './order-only.js';
import { PurchaseChoices } from './purchase-choices.js';
import { PurchaseFormView } from './purchase-form.js';
import {
  emptyForm,
  lookUpEnd,
  lookUpValues,
  problemsBeforeSending,
  type AnsweredChoice,
  type FieldProblems,
  type PurchaseForm,
  type PurchaseView,
} from './purchase-flow.js';
import { ResultCard } from './result-card.js';
import { useWork } from './use-work.js';
import { FailureBanner, Waiting } from './waiting.js';

/** Paste, look up, read the verdict. */
export function PurchaseTab({ isShown }: { readonly isShown: boolean }) {
  const desk = useDesk();
  const work = useWork();
  const [form, setForm] = useState<PurchaseForm>(emptyForm);
  const [clearedForm, setClearedForm] = useState<PurchaseForm>();
  const [problems, setProblems] = useState<FieldProblems>({});
  const [view, setView] = useState<PurchaseView>({ kind: 'nothing' });
  const lookUps = useLookUps(form);

  const change = (next: PurchaseForm): void => {
    setForm(next);
    setProblems({});
    setClearedForm(undefined);
  };

  const lookUp = (): void => {
    if (desk.isTicketWrong) return document.getElementById('ticket')?.focus();
    const before = problemsBeforeSending(form);
    setProblems(before ?? {});
    if (before !== undefined) return;
    void work.begin(async (options) => {
      const ended = await lookUps.one(options);
      const end = lookUpEnd(ended);
      if (end.kind === 'choose') {
        return setView({ kind: 'choices', choices: end.choices, answered: [] });
      }
      if (end.kind === 'order-only') return setView(await lookUps.orderOnly(end.orderId, ended));
      setProblems(end.kind === 'refused' ? end.problems : {});
      setView(end.kind === 'refused' ? { kind: 'nothing' } : { kind: 'answers', answers: [ended] });
    });
  };

  const lookUpChoices = (chosen: readonly PurchaseChoice[]): void => {
    void work.begin(async (options) => {
      for (const choice of chosen) {
        const answered = { choice, ended: await lookUps.one(options, choice) };
        setView((before) => withAnswer(before, answered));
      }
    });
  };

  const clear = (): void => {
    if (work.isBusy) return work.cancel();
    setClearedForm(form.text === '' ? undefined : form);
    setForm(emptyForm);
    setProblems({});
    setView({ kind: 'nothing' });
  };

  return (
    <div
      onKeyDown={(event) => {
        const isEnter = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
        if (isEnter) {
          event.preventDefault();
          lookUp();
        } else if (event.key === 'Escape') clear();
      }}
    >
      <PurchaseFormView
        {...{ form, problems, isShown, clearedForm }}
        isBusy={work.isBusy}
        isSmall={view.kind !== 'nothing'}
        onChange={change}
        onProblems={setProblems}
        onLookUp={lookUp}
        onClear={clear}
      />
      {work.isBusy && <Waiting what="Asking the gateway …" work={work} />}
      <FailureBanner work={work} />
      <BelowForm view={view} isBusy={work.isBusy} onLookUp={lookUpChoices} />
    </div>
  );
}

/** The newest answer first; an earlier one about the same purchase stays below. */
function withAnswer(view: PurchaseView, answered: AnsweredChoice): PurchaseView {
  if (view.kind !== 'choices') return view;
  return { ...view, answered: [answered, ...view.answered] };
}

interface BelowFormProps {
  readonly view: PurchaseView;
  readonly isBusy: boolean;
  readonly onLookUp: (choices: readonly PurchaseChoice[]) => void;
}

function BelowForm({ view, isBusy, onLookUp }: BelowFormProps) {
  if (view.kind === 'choices') {
    return <PurchaseChoices view={view} isBusy={isBusy} onLookUp={onLookUp} />;
  }
  if (isBusy || view.kind === 'nothing') return null;
  if (view.kind === 'order-only') return <OrderOnly view={view} />;
  return (
    <>
      {view.answers.map((ended) => (
        <ResultCard ended={ended} takesFocus key={ended.result.call_id} />
      ))}
    </>
  );
}

/** The calls of this tab. */
function useLookUps(form: PurchaseForm) {
  const { profile, language, ticket, journalChanged, announce } = useDesk();
  const place = { language, ticket };
  const one = async (options: RunOptions, choice?: PurchaseChoice): Promise<EndedRun> => {
    const values = lookUpValues(form, place, choice);
    const ended = await runTool({ tool: 'lookup_purchase', profile, values }, options);
    journalChanged();
    return ended;
  };
  const orderOnly = async (orderId: string, refusal: EndedRun): Promise<PurchaseView> => {
    const earlier = await runTool<JournalAnswer>({ tool: 'find_calls', values: { what: orderId } });
    const values = filledIn({ language, situation: 'need-receipt', ticket });
    const reply = await runTool<ReplyAnswer | null>({ tool: 'reply_text', values });
    journalChanged();
    announce('Only an order id. The store’s receipt is needed.');
    return {
      kind: 'order-only',
      orderId,
      earlier: earlier.result.answer,
      refusal,
      reply: reply.result.answer?.texts[language] ?? '',
    };
  };
  return { one, orderOnly };
}
