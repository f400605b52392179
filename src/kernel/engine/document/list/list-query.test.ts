import { describe, expect, it } from 'vitest'
import { holding, type Principal } from '#kernel/platform/access/principal.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { defineDocument } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { countStatement, listPage } from './list-query.ts'
import { type ListRequest, PAGE_SIZES } from '#kernel/platform/http/paging.ts'

const definition = defineDocument({
  name: 'sample',
  area: 'sample',
  table: 'sample',
  number: { prefix: 'S', reset: 'month' },
  api: '/s',
  pages: { pc: '/p', mobile: '/m', list: '/p/list', edit: '/p/edit' },
  viewRight: 'v',
  fields: {
    kind: f.choice(['a']),
    year: f.integer(),
    secret: f.text(),
    day: f.date(),
    rate: f.decimal({ digits: 2, min: '0', max: '9' }),
  },
  lines: { place: f.integer(), on: f.date() },
  lineLimits: { typed: 1, file: 1 },
  states: { draft: 'grey', open: 'blue' },
  initial: 'draft',
  actions: {},
  list: {
    columns: [],
    filters: [
      'no',
      'kind',
      'year',
      'state',
      'drafter',
      'createdFrom',
      'createdTo',
      'day',
      'dayFrom',
      'dayTo',
      'rate',
      'on',
    ],
    sort: ['no', 'createdAt'],
  },
})
const someone: Principal = {
  userId: 5,
  account: 'x',
  name: 'X',
  superAdmin: false,
  roles: [],
  ...holding([], [3, 4]),
  sessionId: '',
  timezone: 'UTC+05:30',
}
const list = (request: ListRequest, principal = someone) => listPage(definition, principal, request).ids
const refusal = (request: Readonly<Record<string, unknown>>) => {
  try {
    list(request as ListRequest)
  } catch (error) {
    if (error instanceof Refused) return error.refusals[0]?.field
    throw error
  }
  return undefined
}

describe('a list statement', () => {
  it.each([
    ['secret', { secret: 'x' }],
    ['scopeId', { scopeId: 1 }],
    ['1=1', { '1=1': 'x' }],
    ['constructor', { constructor: 'x' }],
    ['sort', { sort: ['secret'] }],
    ['sort', { sort: ['no; drop table x'] }],
    ['sort', { sort: ['--no'] }],
    ['sort', { sort: ['no desc'] }],
    ['limit', { limit: 7 }],
    ['limit', { limit: 1_000_000 }],
    ['limit', { limit: -10 }],
    ['page', { page: 0 }],
    ['page', { page: 1.5 }],
    ['page', { page: 1e9 }],
    ['year', { year: 'x' }],
    ['year', { year: 1e12 }],
    ['year', { year: 1.5 }],
    ['kind', { kind: {} }],
    ['kind', { kind: 7 }],
    ['kind', { kind: ['a', 7] }],
    ['kind', { kind: Array.from({ length: 101 }, () => 'a') }],
    ['no', { no: 'a\u0000' }],
    ['no', { no: 'x'.repeat(201) }],
    ['createdFrom', { createdFrom: 'yesterday' }],
    ['kind', { kind: true }],
    ['day', { day: '2026-02-30' }],
    ['day', { day: ['2026-01-01', 'x'] }],
    ['dayFrom', { dayFrom: 'x' }],
    ['dayTo', { dayTo: ['2026-01-01'] }],
    ['rate', { rate: '1e5' }],
    ['rate', { rate: ['NaN'] }],
    ['on', { on: 'yesterday' }],
    ['yearFrom', { yearFrom: '2026-01-01' }],
    ['year', { year: ['x'] }],
    ['createdFrom', { createdFrom: ['2026-01-01'] }],
    ['drafter', { drafter: ['x'] }],
    ['kind', { kind: ['a\u0000'] }],
  ])('a list request with a hostile %s is refused: %j', (field, request) => expect(refusal(request)).toBe(field))

  it('a list statement carries every value as a parameter, never in its text', () => {
    const evil = `'; drop table sample; --`
    const { text, values } = list({ no: evil, kind: evil, state: evil, drafter: evil })
    expect(text).not.toContain('drop')
    expect(values.filter((value) => String(value).includes('drop'))).toHaveLength(4)
  })

  it('a list statement takes wildcards literally', () =>
    expect(list({ no: '100%_\\' }).values).toContain('100\\%\\_\\\\%'))

  it('a list statement ignores empty filters', () =>
    expect(list({ kind: '', year: null, no: undefined }).values).toEqual(list({}).values))

  it('a list statement filters days from the first included to the first excluded one', () => {
    const { text, values } = list({ dayFrom: '2026-01-01', dayTo: '2026-02-01', rate: ['1', '2.50'], on: '2026-01-05' })
    expect(text).toMatch(/d\.day >= \$\d::date and d\.day < \$\d::date/)
    expect(text).toMatch(/d\.rate = any \(\$\d::numeric\[\]\)/)
    expect(text).toMatch(/x\.on = any \(\$\d::date\[\]\)/)
    expect(values).toEqual(expect.arrayContaining(['2026-01-01', '2026-02-01', ['1', '2.50'], ['2026-01-05']]))
  })

  it('a list statement accepts only the page sizes of the product', () => {
    for (const limit of PAGE_SIZES) expect(list({ limit, page: 3 }).values.slice(-2)).toEqual([limit, limit * 2])
  })
})

describe('the rows of a list statement', () => {
  it('a list and its count have rows of the scope or of a task, and no drafts of other people', () => {
    for (const { text, values } of [list({}), list({ kind: 'x' }), countStatement(definition, someone, {})]) {
      expect(text).toMatch(/d\.scope_id = any \(\$\d::int\[\]\)|unnest\(\$\d::int\[\]\)[^]* and d\.scope_id = o\.id /)
      expect(text).toMatch(/union/)
      expect(text).toMatch(/d\.state <> 'draft' or d\.drafter_id = \$\d/)
      expect(values).toContainEqual([3, 4])
      expect(values).toContain(5)
    }
  })

  it('a person without an organisation sees the documents of their tasks only', () =>
    expect(list({}, { ...someone, scope: [] }).values).toContainEqual([]))

  it('a person who sees all needs no condition on the scope', () =>
    expect(list({}, { ...someone, scope: 'all' }).text).not.toContain('scope_id ='))
})
