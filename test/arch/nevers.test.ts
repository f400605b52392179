import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

// The "Never" lines of domain.md 2.4 to 2.14, and the test that fails if one is broken.

const root = join(import.meta.dirname, '../..')
const NEVERS: readonly (readonly [never: string, file: string, test: string])[] = [
  ['2.4 exist without funding', 'scheme-nevers', 'a scheme never exists without funding'],
  [
    '2.4 change after approval except by an adjustment',
    'scheme-nevers',
    'an approved application changes by nothing but an adjustment',
  ],
  ['2.5 touch what is available', 'scheme-withhold', 'what is available stays'],
  ['2.5 accrue after the claim deadline', 'scheme-withhold', 'never accrues after the claim deadline'],
  ['2.5 accrue into a closed period', 'scheme-withhold', 'never accrues into a closed month'],
  ['2.6 delete or re-date the original', 'scheme-nevers', 'neither deletes nor re-dates its original'],
  ['2.6 reverse what was executed', 'scheme-nevers', 'and takes back nothing that was executed'],
  ['2.7 exceed the scheme', 'scheme-execute', 'never pays beyond the scheme'],
  [
    '2.7 pay twice on retry',
    'scheme-payout',
    'a payment is requested from finance once, settled by the answer of finance, and requested again where it failed',
  ],
  [
    '2.7 pay a bank account that changed inside the document',
    'scheme-payout',
    'never goes to a bank account that was changed',
  ],
  ['2.8 take back what is executed', 'scheme-nevers', 'a termination takes back nothing that was executed'],
  ['2.8 release into another line', 'scheme-nevers', 'releases no line into another'],
  ['2.8 leave locked money behind', 'scheme-changes', 'nothing stays locked'],
  ['2.9 overwrite the earlier version', 'scheme-scope', 'the earlier one stays as it was'],
  ['2.9 mix with a termination', 'scheme-changes', 'while another one or a termination is in approval'],
  ['2.10 duplicate the money', 'scheme-annual-carryover', 'nothing is in both'],
  ['2.10 carry reserves that nobody approved', 'scheme-annual-carryover', 'carries nothing that nobody has agreed to'],
  ['2.10 change the expense year of an accrual', 'scheme-annual-carryover', 'an accrual as the expense of its year'],
  [
    '2.11 edit an invoice',
    'scheme-receivables-adjustment',
    'a receivable is locked while its adjustment is in approval and reduced at the last approval; no invoice is changed',
  ],
  ['2.11 create a negative open item', 'scheme-receivables-adjustment', 'take more of one item than it has'],
  [
    '2.11 hide a write-off as an adjustment',
    'scheme-receivables-adjustment',
    'loses no more than a difference without being called bad debt',
  ],
  ['2.12 drive the rebate below zero', 'scheme-clawback', 'never drives the rebate below zero'],
  ['2.12 be entered as a negative execution', 'scheme-nevers', 'never entered as a negative execution'],
  ['2.13 sell beyond the cap', 'scheme-special-price', 'never sells beyond its cap'],
  ['2.13 sell after the expiry', 'scheme-special-price', 'ends by itself after its last day'],
  ['2.13 combine with another concession unless both say so', 'price-support', 'never meet, whichever is first'],
  ['2.14 change the posted invoice', 'scheme-adjust-invoice', 'a note beside it, the invoice as it was'],
  ['2.14 reuse its number', 'scheme-adjust-invoice', 'invoiced anew under another number'],
  ['2.14 credit an Indian invoice after 30 November', 'scheme-adjust-invoice', 'is not credited after 30 November'],
]

it.each(NEVERS)('%s', (_, file, test) => {
  const [found = ''] = globSync(`src/areas/scheme/*/${file}.scenario.test.ts`, { cwd: root })
  const titles = [
    ...readFileSync(join(root, found), 'utf8').matchAll(/\bit(?:\.each\([^]*?\))?\(\s*(['"`])([^]*?)\1/g),
  ].map(([, , title]) => title)
  expect(titles.filter((title) => title?.includes(test))).toHaveLength(1)
})
