import { describe, expect, it } from 'vitest';
import { feeForm, reportKind, parseExtent } from '../../src/reconcile/refund-words.js';

describe('a row of the store’s report', () => {
  it.each([
    ['Refund', 'void'],
    ['Partial refund', 'void'],
    ['Charge refund', 'void'],
    ['Google fee refund', 'void'],
    ['Tax refund', 'void'],
    ['VOIDED', 'void'],
    ['Chargeback', 'void'],
    ['Charged back', 'void'],
    ['charge_back', 'void'],
    ['Charge', 'charge'],
    ['Charged', 'charge'],
    ['Google fee', 'charge'],
    ['Tax', 'charge'],
    // It did not happen, or was taken back.
    ['Chargeback reversal', 'unknown'],
    ['Refund declined', 'unknown'],
    ['Refund cancelled', 'unknown'],
    ['Cancelled refund', 'unknown'],
    ['Chargeback won', 'unknown'],
    ['Refund pending', 'unknown'],
    ['Erstattung', 'unknown'],
    ['', 'unknown'],
  ])('%j is a %s', (kind, expected) => {
    expect(reportKind(kind)).toBe(expected);
  });

  it.each([
    ['Google fee refund', true],
    ['Tax refund', true],
    ['Refund', false],
    ['Charge refund', false],
  ])('%j may give back what belongs to a refund: %s', (kind, isFee) => {
    expect(feeForm.test(kind)).toBe(isFee);
  });

  it.each([
    ['', 'Partial refund', 'part'],
    ['Partial', 'Refund', 'part'],
    ['2', '', 'part'],
    ['1', '', 'whole'],
    ['Full', '', 'whole'],
    ['', 'Full refund', 'whole'],
    ['', 'Refund', null],
    ['3', 'Refund', null],
    ['12', '', null],
  ])('of the type %j and the kind %j says how much: %s', (type, kind, extent) => {
    expect(parseExtent(type, kind)).toBe(extent);
  });
});
