import { useState } from 'preact/hooks';
import { TextField } from './field.js';

interface LineFormProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly button: string;
  readonly typed: string;
  readonly onTyped: (text: string) => void;
  /** Sends the trimmed text; returns why it was refused, undefined if it was accepted. */
  readonly submit: (text: string) => Promise<string | undefined>;
}

/** One line of text and a button. What was refused stays in the field, with the reason below it. */
export function LineForm(props: LineFormProps) {
  const { id, label, hint, button, typed, onTyped, submit } = props;
  const [problem, setProblem] = useState<string>();
  const text = typed.trim();
  const send = async (): Promise<void> => {
    try {
      const refusal = await submit(text);
      setProblem(refusal);
      if (refusal === undefined) onTyped('');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const field = { id, label, hint, problem, value: typed, onValue: onTyped };
  return (
    <form
      class="line-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text !== '') void send();
      }}
    >
      <TextField {...field} />
      <button type="submit" disabled={text === ''}>
        {button}
      </button>
    </form>
  );
}
