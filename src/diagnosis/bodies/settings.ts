import type { Escapes, EscapesName } from './escapes.js';
import type { LayoutName } from './layouts.js';
import type { NumbersName } from './numbers.js';
import type { DropName, EmptiesName, NamesName, OrderName } from './shapes.js';

/** Everything that an encoder decides; a value that is not set is left as it was on the wire. */
export interface Settings {
  readonly order: OrderName;
  readonly drop: DropName;
  readonly empties: EmptiesName;
  readonly names: NamesName;
  readonly numbers: NumbersName;
  readonly escapes: EscapesName | Escapes;
  readonly layout: LayoutName;
  /** After the last bracket. */
  readonly end: '' | '\n';
}

export const plain: Settings = {
  order: 'kept',
  drop: 'none',
  empties: 'kept',
  names: 'kept',
  numbers: 'kept',
  escapes: 'raw',
  layout: 'compact',
  end: '',
};
