import { describe, expect, it } from 'vitest'
import { assessRows, targetOf } from './bulk.ts'
import { toggledRow, withRows, type SelectedRows } from '../selection.ts'

interface Row {
  readonly id: string
  readonly pool: string
}

const row = (id: string, pool = 'A'): Row => ({ id, pool })
const NOTHING: SelectedRows<Row> = { kind: 'rows', rows: new Map() }
const keysOf = (chosen: SelectedRows<Row>): string[] => (chosen.kind === 'rows' ? [...chosen.rows.keys()] : ['*'])
const entries = (...rows: Row[]) => rows.map((one) => [one.id, one] as const)

describe('the selection of list rows', () => {
  it('the selection of list rows changes row by row and by ranges over pages', () => {
    const two = withRows(NOTHING, entries(row('1'), row('2')), true)
    expect(keysOf(toggledRow(two, '1', row('1')))).toEqual(['2'])
    expect(keysOf(toggledRow(two, '9', row('9')))).toEqual(['1', '2', '9'])
    expect(keysOf(withRows(two, entries(row('2'), row('3')), false))).toEqual(['1'])
    expect(keysOf(two)).toEqual(['1', '2'])
  })
})

describe('a bulk action', () => {
  const samePool = {
    whyNot: (one: Row, chosen: readonly Row[]) => (one.pool === chosen[0]?.pool ? null : 'of another pool'),
  }

  it('a bulk action says how many rows are eligible and why others are not, most frequent reason first', () => {
    expect(assessRows(samePool, [row('1'), row('2', 'B'), row('3')])).toEqual({
      chosen: 3,
      eligible: 2,
      reasons: [{ text: 'of another pool', count: 1 }],
    })
    const byId = { whyNot: ({ id }: Row) => (id === '1' ? 'one' : id > '1' ? 'more' : null) }
    expect(assessRows(byId, [row('1'), row('2'), row('3'), row('0')]).reasons).toEqual([
      { text: 'more', count: 2 },
      { text: 'one', count: 1 },
    ])
    expect(assessRows(samePool, [])).toEqual({ chosen: 0, eligible: 0, reasons: [] })
  })

  it('a bulk action applies to the eligible rows or to the filters', () => {
    const chosen = withRows(NOTHING, entries(row('1'), row('2', 'B')), true)
    expect(targetOf(samePool, chosen)).toEqual({ kind: 'rows', rows: [row('1')] })
    expect(targetOf(samePool, { kind: 'all', filters: { year: 2026 } })).toEqual({
      kind: 'all',
      filters: { year: 2026 },
    })
  })
})
