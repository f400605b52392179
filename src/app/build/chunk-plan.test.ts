import { expect, test } from 'vitest'
import { type ModuleNode, planChunks } from './chunk-plan.ts'

type Some = Partial<ModuleNode>

const VALUE = { requestBytes: 1_000, weight: 1 }
const STARTS = [
  { first: 'desk', frame: 'desk-frame' },
  { first: 'phone', frame: null },
]

/** Files by their modules, of a product with two starts. */
function filesOf(modules: Readonly<Record<string, Some>>): string[] {
  const graph = new Map(
    Object.entries({ desk: {}, 'desk-frame': {}, phone: {}, ...modules }).map(([id, node]: [string, Some]) => [
      id,
      { imports: [], dynamicImports: [], size: 100, ...node },
    ]),
  )
  const plan = planChunks(graph, { starts: STARTS, kindOf: () => 'script', valueOf: () => VALUE })
  const files = new Map<string, string[]>()
  for (const [id, file] of plan) files.set(file, [...(files.get(file) ?? []), id])
  return [...files.values()].map((ids) => ids.toSorted().join(' ')).toSorted()
}

/** A desktop whose pages import what is said. */
function deskWith(pages: Readonly<Record<string, readonly string[]>>, parts: Readonly<Record<string, Some>>) {
  return {
    desk: { dynamicImports: ['desk-frame', ...Object.keys(pages)] },
    ...Object.fromEntries(Object.entries(pages).map(([page, imports]) => [page, { imports }])),
    ...parts,
  }
}

test('what one page alone needs is left to the file of that page', () => {
  expect(filesOf(deskWith({ list: ['table'] }, { table: {} }))).not.toContainEqual(expect.stringContaining('table'))
})

test('two small parts become one file although one page fetches the second in vain', () => {
  const files = filesOf(deskWith({ a: ['one', 'two'], b: ['one', 'two'], c: ['one'] }, { one: {}, two: {} }))
  expect(files).toContain('one two')
})

test('a part that is large is not fetched by a page that has no use for it', () => {
  const parts = { one: {}, two: { size: 50_000 } }
  const files = filesOf(deskWith({ a: ['one', 'two'], b: ['one', 'two'], c: ['one'] }, parts))
  expect(files).toContain('one')
  expect(files).toContain('two')
})

test('what the desktop alone needs never shares a file with what the phone needs too', () => {
  const files = filesOf({
    ...deskWith({ a: ['one', 'two'], b: ['one', 'two'] }, { one: {}, two: {} }),
    phone: { dynamicImports: ['card'] },
    card: { imports: ['one'] },
  })
  expect(files).toContain('one')
  expect(files).toContain('two')
})

test('the first script, the frame and what comes later are files of their own', () => {
  const files = filesOf({
    ...deskWith({ a: ['late'], b: ['late'] }, { early: {}, shell: {}, late: {} }),
    'desk-frame': { imports: ['shell'] },
    desk: { imports: ['early'], dynamicImports: ['desk-frame', 'a', 'b'] },
  })
  expect(files).toContain('desk early')
  expect(files).toContain('desk-frame shell')
  expect(files).toContain('late')
})

test('a module that waits is not fetched by a page that has no use for it, unless both are of one area', () => {
  const pages = { a: ['one', 'two'], b: ['one', 'two'], c: ['one'] }
  expect(filesOf(deskWith(pages, { one: {}, two: { waits: true } }))).not.toContain('one two')
  const budget = { area: 'budget' }
  expect(filesOf(deskWith(pages, { one: budget, two: { ...budget, waits: true } }))).toContain('one two')
})

test('no two files import each other', () => {
  const parts = { top: { imports: ['middle'] }, middle: { imports: ['base'], size: 80_000 }, base: {} }
  const files = filesOf(deskWith({ a: ['top'], b: ['top'], c: ['middle'], d: ['base'], e: ['base', 'middle'] }, parts))
  expect(files).not.toContain('base top')
})
