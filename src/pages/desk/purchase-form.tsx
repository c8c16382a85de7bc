import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Field, NameField } from './field.js';
import { usePasteAnywhere } from './paste.js';
import type { FieldProblems, PurchaseForm } from './purchase-flow.js';

interface PurchaseFormProps {
  readonly form: PurchaseForm;
  readonly problems: FieldProblems;
  readonly isShown: boolean;
  readonly isBusy: boolean;
  /** The box is small, because an answer stands below it. */
  readonly isSmall: boolean;
  /** What Clear has just removed. */
  readonly clearedForm: PurchaseForm | undefined;
  readonly onChange: (form: PurchaseForm) => void;
  readonly onProblems: (problems: FieldProblems) => void;
  readonly onLookUp: () => void;
  /** Takes what was offered, and looks it up. */
  readonly onLookUpWith: (form: PurchaseForm) => void;
  readonly onClear: () => void;
}

const mostFileBytes = 1_000_000;

/** The paste box, the fields that a refusal opens, and the buttons. */
export function PurchaseFormView(props: PurchaseFormProps) {
  const { form, problems, isShown, onChange, onProblems, onLookUp } = props;
  const pasteBox = useRef<HTMLTextAreaElement>(null);
  const takeText = (text: string): void => {
    onChange({ ...form, text });
    pasteBox.current?.focus();
  };
  const drop = useFileDrop(takeText, (problem) => onProblems({ text: problem }));
  // Before the page is painted: later, it would take the focus from what somebody has clicked meanwhile.
  useLayoutEffect(() => {
    if (isShown) pasteBox.current?.focus();
  }, [isShown]);
  useFocusOnProblem(problems);
  usePasteAnywhere({ isOn: isShown, take: takeText });
  return (
    <form
      {...drop.handlers}
      class={drop.isOver ? 'sheet over' : 'sheet'}
      onSubmit={(event) => {
        event.preventDefault();
        onLookUp();
      }}
    >
      <Field
        id="purchase"
        label="What the player or the game sent"
        problem={problems.text}
        hint="A mail, a chat, JSON, a line of a log, a receipt or an order id. Or drop a text file here."
      >
        {(attributes) => (
          <textarea
            {...attributes}
            ref={pasteBox}
            rows={props.isSmall ? 3 : 8}
            value={form.text}
            spellcheck={false}
            autocomplete="off"
            onInput={({ currentTarget }) => onChange({ ...form, text: currentTarget.value })}
          />
        )}
      </Field>
      <MissingFields {...props} />
      <FormButtons {...props} />
    </form>
  );
}

/** Takes a text file, or a text, that is dropped on the form. */
function useFileDrop(takeText: (text: string) => void, refuse: (problem: string) => void) {
  const [isOver, setOver] = useState(false);
  const take = async (transfer: DataTransfer | null): Promise<void> => {
    const file = transfer?.files[0];
    if (file === undefined) return takeText(transfer?.getData('text/plain') ?? '');
    if (file.size > mostFileBytes) {
      return refuse('This file is larger than 1 MB: nothing was taken.');
    }
    takeText(await file.text());
  };
  const handlers = {
    onDragOver: (event: DragEvent): void => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (): void => setOver(false),
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      void take(event.dataTransfer);
    },
  };
  return { isOver, handlers };
}

/** The fields for product and package. They open when a refusal asks for them, and stay while they have a value. */
function MissingFields({ form, problems, onChange, onLookUpWith }: PurchaseFormProps) {
  const { product, packageName } = form;
  const isAsked = problems.product !== undefined || problems.packageName !== undefined;
  if (!isAsked && product === '' && packageName === '') return null;
  const offered = (problems.products ?? []).filter((name) => name !== product);
  return (
    <>
      <div class="two">
        <NameField
          id="product"
          label="Product"
          hint="The product’s id in the store."
          placeholder="gems_100"
          value={product}
          problem={problems.product}
          onValue={(name) => onChange({ ...form, product: name })}
        />
        <NameField
          id="package"
          label="Package"
          hint="Only if the profile has none."
          placeholder="com.example.game"
          value={packageName}
          problem={problems.packageName}
          onValue={(name) => onChange({ ...form, packageName: name })}
        />
      </div>
      {offered.length > 0 && (
        <p class="actions">
          Which one is the product?
          {offered.map((name) => (
            <button
              type="button"
              key={name}
              onClick={() => onLookUpWith({ ...form, product: name })}
            >
              <bdi>{name}</bdi>
            </button>
          ))}
        </p>
      )}
    </>
  );
}

function FormButtons({ form, clearedForm, isBusy, onClear, onChange }: PurchaseFormProps) {
  return (
    <div class="actions">
      <button type="submit" class="primary" disabled={isBusy}>
        Look up
      </button>
      <button type="button" onClick={onClear}>
        {isBusy ? 'Cancel' : 'Clear'}
      </button>
      {clearedForm !== undefined && form.text === '' && (
        <button type="button" class="quiet" onClick={() => onChange(clearedForm)}>
          Undo
        </button>
      )}
      <span class="soft keys">
        <kbd>Ctrl</kbd> <kbd>Enter</kbd> looks up · <kbd>Esc</kbd> clears
      </span>
    </div>
  );
}

/** The first field with a problem gets the focus. */
function useFocusOnProblem(problems: FieldProblems): void {
  useEffect(() => {
    const fields = [
      ['product', problems.product],
      ['package', problems.packageName],
      ['purchase', problems.text],
    ] as const;
    const first = fields.find(([, problem]) => problem !== undefined);
    if (first !== undefined) document.getElementById(first[0])?.focus();
  }, [problems]);
}
