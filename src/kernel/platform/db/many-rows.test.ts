import { describe, expect, it } from 'vitest'
import { manyRows } from './many-rows.ts'

const ids = { name: 'id', type: 'bigint', values: ['1', '2'] }

describe('rows as parameters of one statement', () => {
  it('rows as parameters send a shared value once and different values as an array', () => {
    const rows = manyRows([
      ids,
      { name: 'state', type: 'text', values: ['enabled', 'enabled'] },
      { name: 'code', type: 'text', values: ['a', null] },
    ])
    expect(rows).toEqual({
      list: ['n.id', '$2::text', 'n.code'],
      from: 'rows from (unnest($1::bigint[]), unnest($3::text[])) as n (id, code)',
      values: [['1', '2'], 'enabled', ['a', null]],
    })
  })

  it('rows as parameters send JSON as one document, with null kept only on request', () => {
    const values = [{ a: 1 }, null]
    const rows = manyRows([
      ids,
      { name: 'before', type: 'jsonb', values },
      { name: 'detail', type: 'jsonb', values, keepsNull: true },
      { name: 'after', type: 'jsonb', values: [{}, {}] },
      { name: 'errors', type: 'jsonb', values: [null, null] },
    ])
    expect(rows.list).toEqual(['n.id', `nullif(n.before, 'null')`, 'n.detail', 'n.after', '$5::jsonb'])
    expect(rows.values.slice(1)).toEqual(['[{"a":1},null]', '[{"a":1},null]', '[{},{}]', null])
  })

  it('rows as parameters keep the first column as an array, which tells the number of rows', () => {
    const { from, values } = manyRows([{ name: 'row', type: 'int', values: [7, 7] }])
    expect(from).toBe('rows from (unnest($1::int[])) as n (row)')
    expect(values).toEqual([[7, 7]])
  })
})
