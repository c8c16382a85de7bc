import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CodeMeaning, ExplainAnswer } from '../../desk/wire.js';
import { Prose } from '../shared/prose.js';
import { Card, moodWords, NextStep } from './card.js';
import { askTool } from './client.js';
import type { EndedRun } from './tool-run.js';
import { useDesk } from './desk-context.js';
import { Field } from './field.js';
import { usePasteAnywhere } from './paste.js';
import { useWork } from './use-work.js';
import { FailureBanner } from './waiting.js';

/** What a code or an answer means. Sends nothing. */
export function ExplainTab({ isShown }: { readonly isShown: boolean }) {
  const { text, setText, problem, ended, work, explain } = useExplanation();
  const box = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (isShown) box.current?.focus();
  }, [isShown]);
  const take = (pasted: string): void => {
    setText(pasted);
    box.current?.focus();
  };
  usePasteAnywhere({ isOn: isShown, take });
  return (
    <div
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) explain();
        if (event.key === 'Escape') setText('');
      }}
    >
      <form
        class="sheet"
        onSubmit={(event) => {
          event.preventDefault();
          explain();
        }}
      >
        <Field
          id="answer"
          label="A code, an HTTP status, or an answer of the service"
          hint="Such as DUPLICATE_TRANSACTION, 409, JSON, a line of a log, or a whole HTTP answer."
          problem={problem}
        >
          {(attributes) => (
            <textarea
              {...attributes}
              ref={box}
              rows={4}
              value={text}
              spellcheck={false}
              onInput={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
        </Field>
        <div class="actions">
          <button type="submit" class="primary" disabled={work.isBusy}>
            Explain
          </button>
        </div>
      </form>
      <FailureBanner work={work} />
      {ended !== undefined && <Explanation ended={ended} />}
    </div>
  );
}

function useExplanation() {
  const { announce, codeToOpen } = useDesk();
  const work = useWork();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [ended, setEnded] = useState<EndedRun<ExplainAnswer | null>>();
  const explain = (asked = text): void => {
    if (asked.trim() === '') return setProblem('Write a code or paste an answer first.');
    setProblem(undefined);
    void work.begin(async (options) => {
      const request = { tool: 'explain_text', values: { text: asked } };
      const found = await askTool<ExplainAnswer | null>(request, options);
      const { error, answer } = found.result;
      setEnded(answer === null ? undefined : found);
      announce(found.shown.headline);
      if (error !== null && answer === null) setProblem(`${error.says} ${found.shown.next}`.trim());
    });
  };
  useEffect(() => {
    if (codeToOpen.text === '') return;
    setText(codeToOpen.text);
    explain(codeToOpen.text);
  }, [codeToOpen]);
  return { text, setText, problem, ended, work, explain };
}

function Explanation({ ended }: { readonly ended: EndedRun<ExplainAnswer | null> }) {
  const { result, shown } = ended;
  const { meanings = [], action } = result.answer ?? {};
  if (meanings.length === 0) {
    return (
      <Card mood={shown.mood} word={moodWords[shown.mood]} headline={shown.headline}>
        <NextStep
          actor={action?.who ?? shown.actor}
          not={action?.not ?? shown.not}
          next={<Prose text={action?.next || shown.next} />}
        />
        {shown.notes.map((note) => (
          <p key={note}>
            <Prose text={note} />
          </p>
        ))}
      </Card>
    );
  }
  return (
    <>
      {meanings.map((meaning) => (
        <MeaningCard meaning={meaning} key={`${meaning.interface} ${meaning.code}`} />
      ))}
    </>
  );
}

const grantWords: Readonly<Record<string, string>> = {
  'not-again': 'do not grant again',
  no: 'do not grant',
  yes: 'check, then grant',
  'does-not-apply': 'does not apply',
};

const retryWords: Readonly<Record<string, string>> = {
  'after-fixing': 'after fixing the cause',
  'with-back-off': 'yes, with back-off',
  'when-paid': 'when it is paid',
};

function MeaningCard({ meaning }: { readonly meaning: CodeMeaning }) {
  const { code, status, title, means, who, fix, retry, grant } = meaning;
  const word = status === null ? code : `${code} · HTTP ${status}`;
  return (
    <Card mood="plain" word={`${word} · ${meaning.interface}`} headline={title}>
      <p>
        <Prose text={means} />
      </p>
      <NextStep actor={who} not="" next={<Prose text={fix} />} />
      <dl>
        <div>
          <dt>Retry</dt>
          <dd>{retryWords[retry] ?? retry}</dd>
        </div>
        <div>
          <dt>Grant</dt>
          <dd>{grantWords[grant] ?? grant}</dd>
        </div>
      </dl>
    </Card>
  );
}
