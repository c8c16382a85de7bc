import { useState } from 'preact/hooks';
import type { ReplyAnswer } from '../../desk/wire.js';
import { askTool } from './client.js';
import { useDesk } from './desk-context.js';
import { SelectField } from './field.js';
import { ReplyBlock } from './reply-block.js';
import { filledIn } from './tool-run.js';
import { FailureBanner } from './waiting.js';
import { useWork } from './use-work.js';

const choose = { value: '', label: 'choose …' };

const situationChoice = (id: string) => ({ value: id, label: id.replaceAll('-', ' ') });

/** A reply for another question of the player, such as about a refund. */
export function OtherReply() {
  const { start, language, ticket, journalChanged } = useDesk();
  const work = useWork();
  const [situation, setSituation] = useState('');
  const [reply, setReply] = useState<string>();
  const show = (chosen: string): void => {
    setSituation(chosen);
    setReply(undefined);
    if (chosen === '') return;
    void work.begin(async (options) => {
      const values = filledIn({ language, situation: chosen, ticket });
      const ended = await askTool<ReplyAnswer | null>({ tool: 'reply_text', values }, options);
      const text = ended.result.answer?.texts[language];
      if (text === undefined) throw new Error(ended.shown.headline);
      setReply(text);
      journalChanged();
    });
  };
  return (
    <details class="other-reply">
      <summary>Another reply</summary>
      <SelectField
        id="situation"
        label="The player asks about"
        value={situation}
        choices={[choose, ...start.situations.map(situationChoice)]}
        onValue={show}
      />
      <FailureBanner work={work} />
      {reply !== undefined && <ReplyBlock language={language} text={reply} />}
    </details>
  );
}
