import { useEffect, useState } from 'preact/hooks';
import type { ReplyAnswer, ReplyText } from '../../desk/wire.js';
import { CopyButton } from '../shared/copy-button.js';
import { askTool } from './client.js';
import { filledIn, type EndedRun } from './tool-run.js';
import { languageWords, useDesk } from './desk-context.js';

/** The text for the player, ready to be copied. */
export function ReplyBlock({ language, text }: ReplyText) {
  const desk = useDesk();
  return (
    <section class="reply">
      <div class="over">
        <h3>Reply to the player · {languageWords(desk, language)}</h3>
        <CopyButton text={text} isPrimary announce={desk.announce}>
          Copy reply
        </CopyButton>
      </div>
      <p lang={language} tabIndex={0} role="group" aria-label="The reply">
        {text}
      </p>
    </section>
  );
}

/** The reply of an answer, in the language that is chosen now: if it changes later, the text is asked for again. */
export function ReplyOfResult({ ended: { result } }: { readonly ended: EndedRun }) {
  const { language, ticket, journalChanged } = useDesk();
  const firstReply = result.replies?.[0];
  const [reply, setReply] = useState(firstReply);
  useEffect(() => setReply(firstReply), [result]);
  useEffect(() => {
    const situation = result.verdict?.id;
    if (reply === undefined || reply.language === language || situation === undefined) return;
    const values = filledIn({ language, situation, ticket });
    askTool<ReplyAnswer | null>({ tool: 'reply_text', values }).then(
      ({ result: { answer } }) => {
        const text = answer?.texts[language];
        if (text === undefined) return;
        setReply({ language, text });
        journalChanged();
      },
      () => undefined,
    );
  }, [language]);
  return reply === undefined ? null : <ReplyBlock {...reply} />;
}
