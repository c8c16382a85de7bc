import { describe, it } from 'vitest';
import { commandPages } from '../helpers/examples.js';
import { expectPage } from './executable.js';

describe('what the pages print, printed by the executable', () => {
  it.each(commandPages)('$page', (page) => expectPage(page));
});
