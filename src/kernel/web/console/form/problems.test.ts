import { describe, expect, test } from 'vitest'
import { sampleDocument, sampleTables } from '#kernel/testing/sample-document.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { errorsInOrder } from '../sheet/errors-in-order.ts'
import { shortened } from '../sheet/shortened.ts'
import { newDraft } from './draft/draft.ts'
import { countOf, hasProblems, problemsOf } from './problems.ts'
import { refusalsNow } from './refusals-now.ts'

const refusal = (key: string, field?: string, row?: number) => ({
  key,
  params: {},
  msg: `${key} ${field}`,
  ...(field === undefined ? {} : { field }),
  ...(row === undefined ? {} : { row }),
})

const whole = { item: 'I1', amount: '1' }

describe('refusals in a form', () => {
  test('refusals are shown at their field and cell, those of a pair at its first code, and others above', () => {
    const problems = problemsOf(
      sampleDocument,
      [refusal('a.b', 'type'), refusal('a.c', 'amount', 1), refusal('a.d', 'total'), refusal('a.d', 'total')],
      newDraft({ centre: 'C|T' }, [whole, whole]),
      true,
    )
    expect(problems.header).toEqual({ centre: 'a.b type' })
    expect([...problems.rows]).toEqual([[1, { amount: 'a.c amount' }]])
    expect(problems.other).toEqual(['a.d total'])
    expect([countOf(problems), hasProblems(problems)]).toEqual([2, true])
  })

  test('refusals of cells are told row by row and column by column, in whatever order they were found', () => {
    const refusals = [refusal('a.b', 'amount', 1), refusal('a.c', 'item', 1), refusal('a.d', 'amount', 0)]
    const { rows } = problemsOf(sampleDocument, refusals, newDraft({}, [whole, whole]), true)
    const inOrder = errorsInOrder(sampleDocument, rows)
    expect([...inOrder].map(([row, errors]) => [row, Object.keys(errors)])).toEqual([
      [0, ['amount']],
      [1, ['item', 'amount']],
    ])
  })

  test('a refusal about missing lines is told at the lines, counts, and disappears with the first filled line', () => {
    const told = (lines: readonly Record<string, string>[]) =>
      problemsOf(sampleDocument, [refusal('document.noLines', 'lines')], newDraft({}, lines), true)
    expect([told([]), told([{ item: ' ' }]), told([{ item: 'I1' }])].map(({ lines }) => lines)).toEqual([
      'document.noLines lines',
      'document.noLines lines',
      null,
    ])
    expect([told([]).other, countOf(told([])), hasProblems(told([]))]).toEqual([[], 1, true])
  })

  test('a refusal about lines is told above where the form has no place for lines', () => {
    const { lines, other } = problemsOf(sampleDocument, [refusal('a.b', 'lines')], newDraft({}), true, false)
    expect([lines, other]).toEqual([null, ['a.b lines']])
  })

  test('refusals of a document type about its lines are shown after the first line or the first submit', () => {
    const shown = (lines: readonly Record<string, string>[], isAttempted: boolean) =>
      problemsOf(sampleDocument, [refusal('area.empty', 'lines')], newDraft({}, lines), isAttempted).lines
    expect([shown([], false), shown([{ item: ' ' }], false)]).toEqual([null, null])
    expect([shown([], true), shown([{ item: 'I1' }], false)]).toEqual(['area.empty lines', 'area.empty lines'])
  })

  test('a refusal goes with its line, and is gone as soon as its value is another', () => {
    const [one, two, three] = (['1', 'x', 'y'] as const).map((amount) => ({ item: 'I1', amount }))
    const lines = [one!, two!, three!]
    const of = newDraft({ site: 'S' }, lines)
    const refusals = [refusal('a.b', 'site'), refusal('a.c', 'amount', 1), refusal('a.c', 'amount', 2), refusal('a.d')]
    const told = (now: Partial<typeof of>) =>
      refusalsNow(sampleDocument, { of, checked: { refusals } }, { ...of, ...now }).map(
        ({ field, row }) => `${field} ${row}`,
      )
    expect(told({})).toEqual(['site undefined', 'amount 1', 'amount 2', 'undefined undefined'])
    expect(told({ header: { site: 'T' } })).toEqual(['amount 1', 'amount 2', 'undefined undefined'])
    expect(told({ header: {}, lines: [one!, { ...two!, amount: '2' }, three!] })).toEqual([
      'amount 2',
      'undefined undefined',
    ])
    expect(told({ header: {}, lines: [one!, { ...two!, item: 'I2' }, three!] })).toContain('amount 1')
    // A line before them was deleted, one was pasted over another.
    expect(told({ header: {}, lines: [two!, three!] })).toEqual(['amount 0', 'amount 1', 'undefined undefined'])
    expect(told({ header: {}, lines: [three!, two!] })).toEqual(['amount 1', 'amount 0', 'undefined undefined'])
    expect(told({ header: {}, lines: [one!, { item: 'I9', amount: '9' }, two!] })).toEqual([
      'amount 2',
      'undefined undefined',
    ])
  })

  test('refusals about empty fields wait until the first submit', () => {
    const refusals = [
      refusal('document.required', 'site'),
      refusal('area.unknown', 'site'),
      refusal('area.unknown', 'item', 0),
      refusal('area.duplicate', 'amount', 0),
      refusal('document.notAmount', 'amount', 0),
    ]
    const draft = newDraft({ site: '' }, [{ item: '', amount: 'x' }])
    expect([...problemsOf(sampleDocument, refusals, draft, false).rows]).toEqual([
      [0, { amount: 'document.notAmount amount' }],
    ])
    const tried = problemsOf(sampleDocument, refusals, draft, true)
    expect(tried.header).toEqual({ site: 'document.required site' })
    expect(tried.rows.get(0)).toEqual({ item: 'area.unknown item', amount: 'area.duplicate amount' })
  })

  test('every wrong code of a list is told in its cell, also before the rest of the line is there', () => {
    const of = { ...sampleDocument, lines: { ...sampleDocument.lines, codes: f.list({ most: 9 }) } } as AnyDefinition
    const wrong = ['a.b', 'a.c'].map((key) => refusal(key, 'codes', 0))
    const { rows } = problemsOf(of, wrong, newDraft({}, [{ codes: '1 2' }]), false)
    expect(rows.get(0)).toEqual({ codes: 'a.b codes\na.c codes' })
    expect(shortened(rows.get(0)?.['codes'] ?? '')).toBe('a.b codes (+1)')
  })
})

describe('refusals of further tables', () => {
  const quote = { rival: 'X', price: '1' }
  const ofTable = (table: string, field: string, row?: number, key = 'a.b') => ({ ...refusal(key, field, row), table })
  const draft = { ...newDraft({}, [whole]), tables: { quotes: [quote, { rival: 'Y', price: '' }], visits: [] } }

  test('refusals of a table are shown in its own rows, and count with those of the lines', () => {
    const all = [ofTable('quotes', 'price', 1), ofTable('visits', 'lines'), refusal('a.b', 'amount', 0)]
    const problems = problemsOf(sampleTables, all, draft, true)
    expect([...problems.rows]).toEqual([[0, { amount: 'a.b amount' }]])
    const [quotes, visits] = problems.tables
    expect([[...quotes!.rows], quotes!.lines, visits!.lines]).toEqual([
      [[1, { price: 'a.b price' }]],
      null,
      'a.b lines',
    ])
    expect(countOf(problems)).toBe(3)
    expect(hasProblems(problemsOf(sampleTables, [ofTable('quotes', 'price', 1)], draft, true))).toBe(true)
    const many = { ...draft, tables: { quotes: [quote, quote, quote], visits: [] } }
    expect(problemsOf(sampleTables, [], many, true).tables[0]!.other).toHaveLength(1)
  })

  test('an empty cell of a table is no error before an attempt to submit', () => {
    const missing = [ofTable('quotes', 'price', 1, 'document.required')]
    expect(hasProblems(problemsOf(sampleTables, missing, draft, false))).toBe(false)
  })

  test('a refusal of a table goes with its row, and is gone with the value that it was about', () => {
    const checked = { refusals: [ofTable('quotes', 'rival', 0), ofTable('visits', 'lines')] }
    const now = (tables: object) => refusalsNow(sampleTables, { of: draft, checked }, { ...draft, tables } as never)
    const [first, second] = draft.tables.quotes
    const { visits } = draft.tables
    expect(now({ quotes: [second, first], visits })).toEqual([{ ...checked.refusals[0], row: 1 }, checked.refusals[1]])
    expect(now({ quotes: [{ rival: 'Z', price: '1' }, second], visits: [{ day: '', note: '' }] })).toEqual([])
  })
})
