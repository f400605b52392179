import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { documentPlaces } from '#app/places.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { exportOf } from '#kernel/services/area/place-files.ts'
import { sourceFiles } from './support/imports.ts'

// A document type of the schemes is a folder and one line in the list of its area; nothing else lists them (docs/decisions/100).

const root = join(import.meta.dirname, '../..')
const schemes = documentPlaces.filter(({ area }) => area === 'scheme')
const definitions = await Promise.all(
  documentPlaces.map(async (place) => (await exportOf(place, '.doc.ts', place.name)) as AnyDefinition),
)

/** Lists of some types that are a choice of their own; may only become fewer. */
const CHOICES = new Set([
  // Which of them keep a scheme from changing meanwhile.
  'src/areas/scheme/life/scheme-running.server.ts',
  // The texts that nearly every page of budgets needs are one file with those of the area; other documents load theirs.
  'src/areas/budget/locale/en.ts',
  'src/areas/budget/locale/zh.ts',
])

/** The demonstration plays one story after another, each with the documents that it needs. */
const PLAYS = /^src\/(app\/demo|areas\/\w+\/demo\/)/

const HEADING = '## A new document of schemes'
/** A block of CONTRIBUTING, its language and the file it is of: `CONTRIBUTING=write` writes whole files anew. */
const BLOCK = /```(ts|tsv)\n(?:\/\/|#) (\S+)\n(.*?)```/gs

const LIST = 'src/areas/scheme/scheme.documents.ts'
const isList = (file: string) => file.endsWith('.documents.ts')

/** By type, all that a file may call it by: its name, its table, in schemes its part of the address. */
const wordsOf = documentPlaces.map(({ name, area, list, folder }, index) => {
  const { table = '' } = definitions[index] ?? {}
  const [, , segment = ''] = list.split('/')
  const inSchemes = area === 'scheme' ? `|\\bscheme/${segment}/|^\\s*'?${segment}'?[:,]` : ''
  return {
    name,
    folder: `src/areas/${area}/${folder}/`,
    is: new RegExp(`\\b(${name}(Document|Routes)?|${table})\\b${inSchemes}`),
  }
})

/** Files that name at least two types in lines that follow each other, outside the folders of both. */
function listing(): string[] {
  return sourceFiles().filter((file) => {
    if (isList(file) || CHOICES.has(file) || PLAYS.test(file)) return false
    const own = wordsOf.filter(({ folder }) => !file.startsWith(folder))
    const lines = readFileSync(join(root, file), 'utf8').split('\n')
    const named = lines.map((line) => own.find(({ is }) => is.test(line))?.name)
    return named.some(
      (name, index) => name !== undefined && named[index + 1] !== undefined && named[index + 1] !== name,
    )
  })
}

test('the document types of an area are listed in one file', () => {
  expect(listing()).toEqual([])
})

test('the definition of each document has the name and the addresses that the list of its area gives it', () => {
  for (const [index, { name, area, list, write, read }] of documentPlaces.entries()) {
    const definition = definitions[index]
    const path = (address = '') => address.split('?')[0]
    expect({ name: definition?.name, area: definition?.area }).toEqual({ name, area })
    expect([path(definition?.pages.list), path(definition?.pages.edit)]).toEqual([list, write.pc])
    expect([path(definition?.pages.pc), path(definition?.pages.mobile)]).toEqual([
      (read ?? write).pc,
      (read ?? write).mobile,
    ])
  }
})

test('server and browser find the same documents of schemes: each folder of the list has one file of each kind, and no other folder has pages', () => {
  const folders = schemes.map(({ folder }) => folder).toSorted((a, b) => (a < b ? -1 : 1))
  for (const kind of ['doc', 'document', 'page', 'template']) {
    const found = globSync(`src/areas/scheme/*/*.${kind}.ts`, { cwd: root }).map((file) => `${file.split(/[/\\]/)[3]}`)
    expect(
      found.filter((folder) => folder !== 'shared').toSorted((a, b) => (a < b ? -1 : 1)),
      kind,
    ).toEqual(folders)
  }
})

test('the smallest document is named in few files outside its folder, which the test prints', () => {
  const [termination] = wordsOf.filter(({ name }) => name === 'schemeTermination')
  const files = sourceFiles().filter(
    (file) =>
      !file.startsWith(termination!.folder) &&
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .some((line) => termination!.is.test(line)),
  )
  process.stdout.write(`schemeTermination is named in ${files.length} other files: ${files.join(', ')}\n`)
  expect(files).toContain(LIST)
  expect(files.length).toBeLessThanOrEqual(4)
})

test('CONTRIBUTING shows the smallest document of the product whole (CONTRIBUTING=write with this test writes it)', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const [before = '', section = ''] = text.split(HEADING)
  const [shown = '', ...after] = section.split('\n## ')
  const files = [...shown.matchAll(/^\| `(termination\/[^`]+)` \|/gm)].map(([, file = '']) => file)
  const folder = globSync('termination/*', { cwd: join(root, 'src/areas/scheme') })
    .map((file) => file.replaceAll('\\', '/'))
    // Tests of the document stand beside it and are not shown.
    .filter((file) => !file.endsWith('.test.ts'))
  const sorted = (names: readonly string[]) => names.toSorted((a, b) => (a < b ? -1 : 1))
  expect(sorted(files)).toEqual(sorted(folder))
  const blocks = [...shown.matchAll(BLOCK)]
  expect(blocks.map(([, , path]) => path)).toEqual([
    LIST,
    'db/rights/scheme.tsv',
    ...files.map((file) => `src/areas/scheme/${file}`),
  ])
  if (process.env['CONTRIBUTING'] === 'write') {
    const written = shown.replaceAll(BLOCK, (block, kind: string, path: string) =>
      path.startsWith('src/areas/scheme/termination/') ? fenced(kind, path) : block,
    )
    writeFileSync(join(root, 'CONTRIBUTING.md'), [before + HEADING + written, ...after].join('\n## '))
    return
  }
  for (const [block, kind = '', path = '', part = ''] of blocks) {
    if (path.startsWith('src/areas/scheme/termination/')) expect(block, path).toBe(fenced(kind, path))
    else expect(readFileSync(join(root, path), 'utf8'), path).toContain(part.trimEnd())
  }
})

function fenced(kind: string, path: string): string {
  return `\`\`\`${kind}\n${kind === 'ts' ? '//' : '#'} ${path}\n${readFileSync(join(root, path), 'utf8')}\`\`\``
}
