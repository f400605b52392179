import { expect, test } from 'vitest'
import { defineDocument } from '#kernel/engine/definition/definition.ts'
import { documentColumns, documentFilters, type DocumentRow, isBelow } from './document-list.ts'

test('the card of a document has the names and codes of what it is about under its number', () => {
  const definition = {
    fields: {
      name: { kind: 'text', required: true },
      type: { kind: 'choice', required: true, options: ['a'] },
      customerCode: { kind: 'code', required: true },
      currency: { kind: 'code', required: true },
    },
    view: { subject: ['type', 'name', 'customerCode'] },
  } as const
  expect(Object.keys(definition.fields).filter((name) => isBelow(definition, name))).toEqual(['name', 'customerCode'])
})

const pushed = defineDocument({
  name: 'sample',
  area: 'sample',
  table: 'sample',
  number: { prefix: 'S', reset: 'month' },
  api: '/s',
  pages: { pc: '/p', mobile: '/m', list: '/p/list', edit: '/p/edit' },
  viewRight: 'v',
  fields: {},
  lines: {},
  lineLimits: { typed: 1, file: 1 },
  states: { draft: 'grey', open: 'blue' },
  initial: 'draft',
  axes: { pushStatus: 'push', reserveStatus: 'reserve' },
  actions: {},
  list: {
    columns: ['no', 'pushStatus', 'reserveStatus'],
    filters: ['state', 'pushStatus', 'reserveStatus'],
    sort: ['no'],
  },
})

test('each axis of a document is a column of its list in the colour of the state, and a row without a state says so', () => {
  const columns = documentColumns(pushed, 'somebody')
  expect(columns.map(({ key, kind, sort }) => [key, kind, sort])).toEqual([
    ['no', 'document', 'no'],
    ['pushStatus', 'state', undefined],
    ['reserveStatus', 'state', undefined],
  ])
  const row = { pushStatus: 'failedPushed', reserveStatus: null } as Partial<DocumentRow> as DocumentRow
  expect(columns[1]!.render(row)).toMatchObject({ props: { colour: 'red' } })
  expect(columns[2]!.render(row)).toBe('/')
})

test('a filter offers the states of an axis that the specification names', () => {
  const offered = documentFilters(pushed).map((filter) =>
    'options' in filter ? filter.options.map(({ value }) => value) : [],
  )
  expect(offered).toEqual([
    ['draft', 'open'],
    ['pendingPushed', 'pushing', 'succeededPushed', 'failedPushed', 'nonPush'],
    ['occupying', 'occupied', 'failToOccupy', 'releasing', 'released', 'failToRelease'],
  ])
})
