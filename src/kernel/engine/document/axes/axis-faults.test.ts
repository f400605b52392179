import { expect, it } from 'vitest'
import { defineAxis, firstOf } from '#kernel/engine/definition/axes/axis.ts'
import { type AnyDefinition, defineDocument } from '#kernel/engine/definition/definition.ts'
import { f } from '#kernel/engine/definition/fields.ts'
import { axisFaults } from './axis-faults.ts'

const inForce = (order: readonly ('on' | 'soon' | 'over' | 'gone')[]) =>
  defineAxis({
    states: { on: 'green', soon: 'blue', over: 'grey', gone: 'red' },
    events: ['begin', 'revoke'],
    table: { soon: { begin: 'on', revoke: 'gone' }, on: {}, over: {}, gone: {} },
    kept: {
      of: 'intervals',
      rows: 'x',
      document: 'd',
      line: 'l',
      in: ['open'],
      before: 'soon',
      during: 'on',
      after: 'over',
      none: 'gone',
    },
    ofLines: firstOf(order),
  })

const sample = defineDocument({
  name: 'sample',
  area: 'sample',
  table: 'sample',
  number: { prefix: 'S', reset: 'month' },
  api: '/s',
  pages: { pc: '/p', mobile: '/m', list: '/p/list', edit: '/p/edit' },
  viewRight: 'v',
  fields: { title: f.text() },
  lines: {},
  lineLimits: { typed: 1, file: 1 },
  states: { draft: 'grey', open: 'blue' },
  initial: 'draft',
  actions: {},
  list: { columns: [], filters: [], sort: [] },
})
const faults = (changes: Partial<AnyDefinition>) =>
  axisFaults({ ...(sample as AnyDefinition), ...changes }, new Set(['state']))
const push = { financePush: { after: 'approve', target: 'finance' } } as const
const ACT = { from: ['open'], to: 'open', by: 'operator', right: 'v' } as const

it.each<[string, Partial<AnyDefinition>, readonly string[]]>([
  [
    'axes that fit',
    { axes: { validity: inForce(['on', 'soon', 'over', 'gone']), pushStatus: 'push' }, effects: push },
    [],
  ],
  ['the name of a field', { axes: { title: 'push' }, effects: push }, ['an axis cannot be title']],
  ['the name of what every document has', { axes: { state: 'push' }, effects: push }, ['an axis cannot be state']],
  ['a push without an axis', { effects: push }, ['effects and an axis of them go together']],
  ['an axis of reserves without one', { axes: { held: 'reserve' } }, ['a reserve and an axis of it go together']],
  [
    'an order that lists do not follow',
    { axes: { validity: inForce(['soon', 'on', 'over', 'gone']) } },
    ['lists read validity in another order than its lines count'],
  ],
  [
    'an act that moves nothing',
    { actions: { stop: { ...ACT, moves: { validity: 'revoke' } } } },
    ['stop moves no axis of it'],
  ],
  [
    'an event that the axis does not have',
    {
      axes: { validity: inForce(['on', 'soon', 'over', 'gone']) },
      actions: { stop: { ...ACT, moves: { validity: 'stop' } } },
    },
    ['stop is stop, no event'],
  ],
])('the server starts or does not start with %s', (_, changes, expected) => {
  expect(faults(changes)).toEqual(expected)
})
