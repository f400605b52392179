import { expect, it } from 'vitest'
import { creditDeadline, readInvoiceLine } from '../invoice-adjustment/scheme-adjust-invoice.rules.ts'
import { causeOf, taxDocumentOf } from '../receivables-adjustment/scheme-receivables-adjustment.rules.ts'
import { marginOf } from '../special-price/scheme-special-price.rules.ts'

it('an Indian invoice can be credited until 30 November after its financial year, which ends in March', () => {
  expect(['2025-03-31', '2025-04-01', '2025-12-31', '2026-01-01'].map(creditDeadline)).toEqual([
    '2025-11-30',
    '2026-11-30',
    '2026-11-30',
    '2026-11-30',
  ])
})

it('an invoice line is named by invoice number and line number, whatever the number contains', () => {
  expect(readInvoiceLine('GST/26/0012/3')).toEqual({ no: 'GST/26/0012', line: 3 })
  expect(['GST260012', '/1', 'GST260012/0', 'GST260012/x', ''].map(readInvoiceLine)).toEqual(Array(5).fill(null))
})

it("a tax document follows the country's regime and has one direction", () => {
  expect(taxDocumentOf('gst', ['decrease', 'decrease'])).toBe('gstCreditNote')
  expect(taxDocumentOf('vat', ['increase'])).toBe('vatDebitNote')
  expect(taxDocumentOf('none', ['increase'])).toBe('none')
  expect(taxDocumentOf('gst', [])).toBe('none')
  expect(taxDocumentOf('gst', ['decrease', 'increase'])).toBeNull()
})

it('a rebate offset is borne by the rebate, whatever else is stated', () => {
  expect(causeOf({ adjustReason: 'rebateOffset', costBearing: 'yes' })).toBe('rebate')
  expect(causeOf({ adjustReason: 'fx', costBearing: 'yes' })).toBe('scheme')
  expect(causeOf({ adjustReason: 'badDebt', costBearing: 'no' })).toBe('loss')
})

it('the margin of a special price is unknown without the unit cost', () => {
  const cost = { unitCost: '80.00' }
  expect(marginOf('90.00', cost)?.toFixed(2)).toBe('11.11')
  expect(marginOf('70.00', cost)?.toFixed(2)).toBe('-14.29')
  expect(marginOf('90.00', undefined)).toBeNull()
})
