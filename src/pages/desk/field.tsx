import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Prose } from '../shared/prose.js';

/** Attributes that tie an input to its label and to the text below it. */
interface FieldAttributes {
  readonly id: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
}

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** What is wrong with the value. It is shown instead of the hint. */
  readonly problem?: string | undefined;
  readonly isWide?: boolean;
  readonly children: (attributes: FieldAttributes) => ComponentChildren;
}

export function Field({ id, label, hint, problem, isWide = false, children }: FieldProps) {
  const below = problem ?? hint;
  const isWrong = problem !== undefined;
  const classes = ['field', isWrong ? 'wrong' : '', isWide ? 'is-wide' : ''].join(' ').trim();
  const described = below === undefined ? {} : { 'aria-describedby': `${id}-below` };
  const invalid = isWrong ? { 'aria-invalid': true } : {};
  return (
    <div class={classes}>
      <label for={id}>{label}</label>
      {children({ id, ...described, ...invalid })}
      {below !== undefined && (
        <p class="hint" id={`${id}-below`}>
          {isWrong && <span class="sign bad" aria-hidden="true" />} <Prose text={below} />
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly placeholder?: string;
}

/** One line of text. */
export function TextField({ value, onValue, placeholder, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {(attributes) => (
        <input
          {...attributes}
          value={value}
          placeholder={placeholder ?? ''}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  );
}

/**
 * A name: its value has no blanks around it. The field keeps them while somebody types, else nobody could write the blank
 * inside a name.
 */
export function NameField({ value, onValue, ...field }: TextFieldProps) {
  const [typed, setTyped] = useState(value);
  const take = (text: string): void => {
    setTyped(text);
    onValue(text.trim());
  };
  // What was set from elsewhere, such as by a paste, takes the place of what was typed.
  return <TextField {...field} value={typed.trim() === value ? typed : value} onValue={take} />;
}

/** `2026-11-28`, or empty. */
export function DateField({ value, onValue, ...field }: Omit<TextFieldProps, 'placeholder'>) {
  return (
    <Field {...field}>
      {(attributes) => (
        <input
          {...attributes}
          type="date"
          value={value}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

interface SelectFieldProps extends Omit<FieldProps, 'children'> {
  readonly value: string;
  readonly choices: readonly Choice[];
  readonly onValue: (value: string) => void;
  /** Beside the choice. */
  readonly beside?: ComponentChildren;
}

export function SelectField({ value, choices, onValue, beside, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(attributes) => (
        <div class="with-beside">
          <select
            {...attributes}
            value={value}
            onChange={({ currentTarget }) => onValue(currentTarget.value)}
          >
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
          {beside}
        </div>
      )}
    </Field>
  );
}
