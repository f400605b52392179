import { expect, test } from 'vitest'
import { sourceFiles } from './support/imports.ts'
import { codeOf, offences } from './support/texts-of-files.ts'

// The kernel knows no business word: neither its names nor what it says speak of what an area is about. Comments may name examples.

const WORDS = [
  'budget',
  'scheme',
  'imei',
  'sku',
  'dealer',
  'distributor',
  'rebate',
  'inventory',
  'receivable',
  'accrual',
  'promoter',
  'year_rate',
]
const CHINESE = ['预算', '经销', '返利', '库存', '横幅']
// A URL and the colours of a page have a scheme too.
const OTHER = /color-?scheme|security_?schemes|\bscheme: 'bearer'/gi

const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
/** Matched as a word or the beginning of one, also within a name: `budgetCode`, `ownBudget`, `IMEI`; not `timeIn`. */
const written = (word: string) => [String.raw`(?<![A-Za-z])(?:${word}|${word.toUpperCase()})`, capital(word)]
const BUSINESS = new RegExp([...WORDS.flatMap(written), ...CHINESE].join('|'))

/** A word is named here until it is gone; the list may only shrink. */
const EXCEPTIONS: readonly string[] = [
  // The first page says what the product is for.
  'src/kernel/platform/access/locale/en.ts',
  'src/kernel/platform/access/locale/zh.ts',
  // Kinds of notifications are one list for all areas.
  'src/kernel/services/notify/locale/notice-kinds.en.ts',
  'src/kernel/services/notify/locale/notice-kinds.zh.ts',
  'src/kernel/services/notify/locale/zh.ts',
  // The spec's name for the rates between currencies.
  'src/kernel/engine/approval/locale/approval-errors.en.ts',
  'src/kernel/engine/approval/locale/approval-errors.zh.ts',
  'src/kernel/services/monitor/locale/monitor.en.ts',
  'src/kernel/services/monitor/locale/monitor.zh.ts',
  'src/kernel/web/console/list/totals/reporting.en.ts',
  'src/kernel/web/console/list/totals/reporting.zh.ts',
]

test('no name and no text of the kernel holds a business word', () => {
  const files = sourceFiles().filter(
    (file) => file.startsWith('src/kernel/') && !file.startsWith('src/kernel/testing/'),
  )
  const speaks = (file: string) => BUSINESS.test(`${file}\n${codeOf(file).replaceAll(OTHER, '')}`)
  expect(files.length).toBeGreaterThan(500)
  expect(offences(files, speaks, EXCEPTIONS)).toEqual([])
})
