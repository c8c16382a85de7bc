import { useEffect, useState } from 'preact/hooks';
import type { ReplyAnswer } from '../../desk/wire.js';
import { CopyButton } from '../shared/copy-button.js';
import { Prose } from '../shared/prose.js';
import { askTool, recordCopiedReply } from './client.js';
import { removeEmptyValues, type EndedRun } from './tool-run.js';
import { Doubts } from './doubts.js';
import { useDesk } from './desk-context.js';
import { formatLanguage } from './language-words.js';
import { findNewestReply } from './ticket-lines.js';
import { formatAge } from './times.js';
import { useWork } from './use-work.js';
import { FailureBanner } from './waiting.js';

interface ReplyBlockProps {
  readonly heading?: string | undefined;
  readonly language: string;
  readonly text: string;
  /** What must be read before it is sent. */
  readonly doubts: readonly string[];
  /** The journal keeps it under this id once it is copied. */
  readonly replyId: string;
}

/** The text for the player. The journal keeps it when it is copied. */
function ReplyBlock(props: ReplyBlockProps) {
  const { heading = 'Reply to the player', language, text, doubts, replyId } = props;
  const desk = useDesk();
  const recordCopy = (): void => {
    recordCopiedReply(replyId).then(desk.journalChanged, () => desk.setConnected(false));
  };
  const copiedReply = findNewestReply(desk.ticketJournal?.lines, text);
  return (
    <section class="reply">
      <div class="over">
        <h3>
          {heading} · {formatLanguage(desk, language)}
        </h3>
        <CopyButton text={text} isPrimary announce={desk.announce} onCopied={recordCopy}>
          Copy reply
        </CopyButton>
      </div>
      <Doubts doubts={doubts} />
      <p lang={language} tabIndex={0} role="group" aria-label="The reply">
        {text}
      </p>
      {desk.ticket !== '' && copiedReply !== undefined && (
        <small class="soft">Copied or printed {formatAge(copiedReply.at, Date.now())}.</small>
      )}
    </section>
  );
}

interface FetchedReplyProps {
  readonly heading?: string;
  /** The id of the situation; empty for the reply to what was looked up: the order, or all purchases of the ticket. */
  readonly situation: string;
  /** The order that the reply is about; empty for all of the ticket. */
  readonly orderNumber?: string;
}

type FetchedText = Omit<ReplyBlockProps, 'heading'>;

/** A reply that pvg makes, in the language that is chosen now; or why there is none. */
export function FetchedReply({ heading, situation, orderNumber = '' }: FetchedReplyProps) {
  const { language, ticket } = useDesk();
  const work = useWork();
  const [reply, setReply] = useState<FetchedText>();
  const [reason, setReason] = useState('');
  useEffect(() => {
    const values = removeEmptyValues({ language, situation, ticket, order_id: orderNumber });
    void work.begin(async (options) => {
      const request = { tool: 'reply_text', values };
      const { result, shown, replyId } = await askTool<ReplyAnswer | null>(request, options);
      const text = result.answer?.texts[language];
      const fetched = { language, text: text ?? '', doubts: shown.reply_doubts, replyId };
      setReply(text === undefined ? undefined : fetched);
      setReason(text === undefined ? `${shown.headline} ${shown.next}`.trim() : '');
    });
  }, [language, situation, ticket, orderNumber]);
  if (reply !== undefined) return <ReplyBlock heading={heading} {...reply} />;
  return (
    <>
      <FailureBanner work={work} />
      {reason !== '' && (
        <p class="no-reply">
          <Prose text={reason} />
        </p>
      )}
    </>
  );
}

/** The reply of an answer. In another language it is made again. */
export function ReplyOfResult({ ended: { result, shown, replyId } }: { readonly ended: EndedRun }) {
  const { language } = useDesk();
  const reply = result.replies?.[0];
  if (reply === undefined) return null;
  const situation = result.verdict?.id;
  if (reply.language === language) {
    return <ReplyBlock {...reply} doubts={shown.reply_doubts} replyId={replyId} />;
  }
  return situation === undefined ? null : <FetchedReply situation={situation} />;
}
