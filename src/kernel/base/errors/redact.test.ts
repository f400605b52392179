import { expect, test } from 'vitest'
import { redact } from './redact.ts'

test.each([
  ['/budgetCountry/pc?formInstanceId=12-1&token=abc#x', '/budgetCountry/pc'],
  [
    'GET https://example.org/a/b?name=Ann failed (at /assets/page-D3f.js:1:2)',
    'GET https://example.org/a/b failed (at /assets/page-D3f.js:1:2)',
  ],
  ['Bearer q9ZkP1xWc0_Vn7aTzL2mYd8Rk4Hs6Uf-3Je5Bg1Nw0o', 'Bearer …'],
  ['write to in.channel@example.org', 'write to …'],
  ['IMEI 356938035643809 is taken', 'IMEI … is taken'],
])('an error text %j is redacted to %j', (text, kept) => {
  expect(redact(text)).toBe(kept)
})

test.each([
  'TypeError: Cannot read properties of undefined (reading "no")',
  'at CountryBudgetApprovalPhonePage-e7YgndkK.js:12:34567',
  'Is it 12,345.67? Yes',
])('an error text %j is not redacted', (text) => {
  expect(redact(text)).toBe(text)
})
