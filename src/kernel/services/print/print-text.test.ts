import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { columnWidths, CELL_PADDING } from './column-widths.ts'
import { fontCoverage } from './font-coverage.ts'
import type { PrintColumn } from './print-model.ts'
import { fittingPart, linesIn, printable, widthInEms } from './print-text.ts'
import { zonedTime } from '#kernel/base/clock/zoned-time.ts'

const regular = new URL(import.meta.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'))
const covers = fontCoverage(readFileSync(regular))
const print = (text: string) => printable(text, covers)

describe('the print font', () => {
  test('the print font covers Chinese, Latin, Cyrillic and amounts, not emoji or Arabic', () => {
    for (const character of '国预算壹贰叁万亿Aé Ж€/…□')
      expect([character, covers(character.codePointAt(0)!)]).toEqual([character, true])
    for (const character of ['👍', 'م', 'ไ', '₹'])
      expect([character, covers(character.codePointAt(0)!)]).toEqual([character, false])
  })
})

describe('a printed text', () => {
  test('a printed text loses direction, hidden and control characters', () => {
    expect(print('pay \u202E00.001\u202C now\u200B\u0007\u0000')).toEqual({ text: 'pay 00.001 now', isComplete: true })
    expect(print('a\r\nb\u2028c\td\n\n\n\ne').text).toBe('a\nb\nc d\n\ne')
  })

  test('a printed text shows a box for a missing character', () => {
    expect(print('好👍🏽 مر')).toEqual({ text: '好□ □□', isComplete: false })
    expect(print('\uD800x').text).toBe('□x')
  })

  test('a printed text names a currency by its code where its sign is missing', () => {
    expect(print('₹500 / ฿20')).toEqual({ text: 'INR500 / THB20', isComplete: true })
  })

  test('a printed text has composed accents', () => {
    expect(print('e\u0301').text).toBe('é')
  })

  test('a printed text has a maximum length', () => {
    expect(print('字'.repeat(100_000)).text).toHaveLength(20_000)
  })

  test('a printed text is cut to the lines of its cell only if necessary', () => {
    expect(fittingPart('备注', 10, 2)).toBe('备注')
    const cut = fittingPart('字'.repeat(50), 10, 2)
    expect(cut).toBe(`${'字'.repeat(20)}…`)
    expect(linesIn('a\n\nb', 10)).toBe(3)
  })
})

describe('printed columns', () => {
  const column = (title: string, isCode = false): PrintColumn => ({ title, align: isCode ? 'right' : 'left', isCode })
  const used = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width + 2 * CELL_PADDING, 0)

  test('printed columns fill the page exactly, and amounts are not broken', () => {
    const rows = [['1', '备注'.repeat(80), '999,999,999,999,999,999.99']]
    const { widths, fontSize } = columnWidths(
      [column('No.', true), column('Remark'), column('Amount', true)],
      rows,
      512,
    )
    expect(used(widths)).toBeCloseTo(512, 0)
    expect(widths[2]).toBeGreaterThan((20 * 0.56 + 6 * 0.28) * fontSize)
    expect(fontSize).toBe(8.5)
  })

  test('printed columns that all fit share the rest of the page, also under headings of one word', () => {
    const titles = ['Competitor', 'Product', 'Quoted price', 'Currency', 'Seen on', 'Remark']
    const rows = [['Xavi', 'X9', '199.00', 'EUR', '2026-11-01', '']]
    const { widths } = columnWidths(
      titles.map((title) => column(title)),
      rows,
      512,
    )
    expect(used(widths)).toBeCloseTo(512, 0)
    expect(widths[0]).toBeGreaterThan(60)
    expect(widths[4]).toBeLessThan(110)
  })

  test('a printed day is one word, and texts are wide rather than headings on one line', () => {
    const titles = 'No.,SKU ID,Previous price,Effective from,Price,Change,Cost,Gross margin,Floor'.split(',')
    const sku = 'IR21PRO-BK-12256 / Irisa 21Pro black 12+256GB'
    const row = ['1', sku, '38,025.00', '2026-12-16', '32,319.00', '-15.01%', '31,180.50', '3.52%', '8.00%']
    const columns = titles.map((title, index) => column(title, index > 1 && index !== 3))
    const { widths, fontSize } = columnWidths(columns, [row], 470)
    const needs = (text: string) => widthInEms(text) * fontSize
    expect(used(widths)).toBeLessThanOrEqual(470.5)
    expect(widths[3]).toBeGreaterThanOrEqual(needs('2026-12-16'))
    expect(widths[1]).toBeGreaterThan(needs('IR21PRO-BK-12256'))
    expect(widths[2]).toBeLessThan(needs('Previous price'))
  })

  test('printed columns shrink their type when there are many, down to a readable size', () => {
    const many = Array.from({ length: 14 }, (_, index) => column(`Column ${index}`))
    const rows = [many.map(() => 'Identifier-1234567890')]
    const { widths, fontSize } = columnWidths(many, rows, 512)
    expect(used(widths)).toBeLessThanOrEqual(512.5)
    expect(fontSize).toBeLessThan(8.5)
    expect(fontSize).toBeGreaterThanOrEqual(5.5)
  })
})

test('printed times are in the zone of the organisation', () => {
  const at = new Date('2026-11-20T20:15:00Z')
  expect(zonedTime(at, 'UTC+05:30')).toBe('2026-11-21 01:45')
  expect(zonedTime(at, 'UTC-03:00')).toBe('2026-11-20 17:15')
  expect(zonedTime(at, 'elsewhere')).toBe('2026-11-20 20:15')
})
