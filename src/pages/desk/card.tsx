import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ShownResult } from '../../desk/wire.js';

type Mood = ShownResult['mood'];

export const moodWords: Readonly<Record<Mood, string>> = {
  good: 'Confirmed',
  careful: 'Careful',
  bad: 'Problem',
  plain: 'Information',
};

interface CardProps {
  readonly mood: Mood;
  /** Says in words what the colour says. */
  readonly word: string;
  readonly headline: string;
  readonly takesFocus?: boolean;
  /** Stands at the edge of the band: the environment and the profile. */
  readonly corner?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** A coloured band with a mark, a word and a headline, and what belongs to it below. */
export function Card({ mood, word, headline, takesFocus = false, corner, children }: CardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    // A screen reader reads what gets the focus.
    if (takesFocus) heading.current?.focus();
  }, [headline, takesFocus]);
  return (
    <article class={`card ${mood}`}>
      <div class="band">
        <span class="mark" aria-hidden="true" />
        <div>
          <p class="word">{word}</p>
          <h2 ref={heading} tabIndex={-1}>
            {headline}
          </h2>
        </div>
        {corner !== undefined && <p class="place-of">{corner}</p>}
      </div>
      <div class="inside">{children}</div>
    </article>
  );
}

interface NextStepProps {
  readonly actor: string;
  readonly not: string;
  readonly next: ComponentChildren;
}

/** Who acts next and what they do; what nobody may do stands apart. */
export function NextStep({ actor, not, next }: NextStepProps) {
  return (
    <div class="next-step">
      {actor !== '' && (
        <p class="who">
          <span>Who acts next</span> {capitalized(actor)}
        </p>
      )}
      {not !== '' && (
        <p class="dont">
          <NotSign /> <span>{not}</span>
        </p>
      )}
      {next !== '' && <p>{next}</p>}
    </div>
  );
}

/** The sign for “not”. It is drawn, because not every font has it. */
function NotSign() {
  return (
    <svg class="not" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.5" />
      <line x1="3.5" y1="12.5" x2="12.5" y2="3.5" />
    </svg>
  );
}

function capitalized(text: string): string {
  return text.replace(/^./u, (first) => first.toUpperCase());
}
