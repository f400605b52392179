import { describe, expect, it } from 'vitest'
import type { Cell } from '../cell.ts'
import { cellReader } from './read-cell.ts'

const read = cellReader({ key: 'day', titles: { zh: '日期', en: 'Day' }, required: true, kind: 'day' })
const text = (value: string): Cell => ({ kind: 'text', text: value })
const date = (value: string): Cell => ({ kind: 'date', text: value })

describe('a day in a sheet', () => {
  it.each<[string, Cell]>([
    ['as a date of the spreadsheet', date('2026-01-05')],
    ['with a midnight that a program added', date('2026-01-05 00:00:00')],
    ['as the form writes it', text('2026-01-05')],
    ['with strokes', text('2026/1/5')],
    ['with dots and spaces', text(' 2026.01.05 ')],
    ['in Chinese', text('2026年1月5日')],
  ])('a day is read %s', (_, cell) => {
    expect(read(cell)).toEqual({ value: '2026-01-05' })
  })

  it('a day in full-width digits is read with a warning', () => {
    expect(read(text('２０２６－０１－０５'))).toMatchObject({
      value: '2026-01-05',
      warning: { key: 'excel.cellFullWidth' },
    })
  })

  it.each<[string, Cell]>([
    ['whose month could be either', text('3/4/2026')],
    ['that the calendar lacks', text('2026-02-29')],
    ['of two kinds of signs', text('2026-01/05')],
    ['with a time', date('2026-01-05 13:30:00')],
    ['that is a number', { kind: 'number', text: '46027' }],
    ['of a year below four digits', text('26-01-05')],
    ['in words', text('today')],
  ])('a day is refused: %s', (_, cell) => {
    expect(read(cell)).toMatchObject({ problem: { key: 'excel.cellNotDay' } })
  })
})
