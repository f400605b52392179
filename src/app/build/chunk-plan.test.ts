import { expect, test } from 'vitest'
import { type ModuleNode, planChunks } from './chunk-plan.ts'

type Some = Partial<ModuleNode>

const VALUE = { requestBytes: 1_000, weight: 1 }
const STARTS = [
  { first: 'desk', frame: 'desk-frame' },
  { first: 'phone', frame: null },
]

/** Plans a product with a desktop and a phone; returns each planned file as the list of its modules. */
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

/** A desktop with these pages, each with the modules that it imports. */
function deskWith(pages: Readonly<Record<string, readonly string[]>>, parts: Readonly<Record<string, Some>>) {
  return {
    desk: { dynamicImports: ['desk-frame', ...Object.keys(pages)] },
    ...Object.fromEntries(Object.entries(pages).map(([page, imports]) => [page, { imports }])),
    ...parts,
  }
}

test('a module that only one page imports is not planned, so it stays in the file of that page', () => {
  expect(filesOf(deskWith({ list: ['table'] }, { table: {} }))).not.toContainEqual(expect.stringContaining('table'))
})

test('two small modules share a file although one page does not use the second', () => {
  const files = filesOf(deskWith({ a: ['one', 'two'], b: ['one', 'two'], c: ['one'] }, { one: {}, two: {} }))
  expect(files).toContain('one two')
})

test('a large module gets a file of its own where one page does not use it', () => {
  const parts = { one: {}, two: { size: 50_000 } }
  const files = filesOf(deskWith({ a: ['one', 'two'], b: ['one', 'two'], c: ['one'] }, parts))
  expect(files).toContain('one')
  expect(files).toContain('two')
})

test('a module that only the desktop uses shares no file with one that the phone uses too', () => {
  const files = filesOf({
    ...deskWith({ a: ['one', 'two'], b: ['one', 'two'] }, { one: {}, two: {} }),
    phone: { dynamicImports: ['card'] },
    card: { imports: ['one'] },
  })
  expect(files).toContain('one')
  expect(files).toContain('two')
})

test('modules of the first script, of the frame and of later pages share no files', () => {
  const files = filesOf({
    ...deskWith({ a: ['late'], b: ['late'] }, { early: {}, shell: {}, late: {} }),
    'desk-frame': { imports: ['shell'] },
    desk: { imports: ['early'], dynamicImports: ['desk-frame', 'a', 'b'] },
  })
  expect(files).toContain('desk early')
  expect(files).toContain('desk-frame shell')
  expect(files).toContain('late')
})

test('a module with a top-level await shares a file only within its own area where some page does not use it', () => {
  const pages = { a: ['one', 'two'], b: ['one', 'two'], c: ['one'] }
  expect(filesOf(deskWith(pages, { one: {}, two: { waits: true } }))).not.toContain('one two')
  const budget = { area: 'budget' }
  expect(filesOf(deskWith(pages, { one: budget, two: { ...budget, waits: true } }))).toContain('one two')
})

test('no two planned files import each other', () => {
  const parts = { top: { imports: ['middle'] }, middle: { imports: ['base'], size: 80_000 }, base: {} }
  const files = filesOf(deskWith({ a: ['top'], b: ['top'], c: ['middle'], d: ['base'], e: ['base', 'middle'] }, parts))
  expect(files).not.toContain('base top')
})
