import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseAst, parseSync } from 'vite'
import { describe, expect, test } from 'vitest'
import { EMPTY_NAMES, GLOSSARY_TERMS, PLAIN_TERMS, TITLE_OPENERS, UNCLEAR_TEXTS } from './terms.ts'

// Names are the field's standard terms, and test titles are whole sentences. What does not hold yet is counted by file name in
// `terms.exceptions.json`, whose numbers may only become smaller: `TERMS=write` writes the file anew, and refuses to raise a number.

const root = join(import.meta.dirname, '../..')
const exceptionsFile = join(import.meta.dirname, 'terms.exceptions.json')

type Counts = Record<string, number>
interface Exceptions {
  readonly words: Counts
  readonly titles: Counts
  readonly sharedTypes: readonly string[]
}

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The syntax tree of a source file. */
function treeOf(file: string, text: string): Node {
  const tree: unknown = parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  if (!isNode(tree)) throw new Error(`${file} has no syntax tree`)
  return tree
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const [key, value] of Object.entries(node))
    if (key !== 'parent') for (const child of [value].flat()) if (isNode(child)) walk(child, visit)
}

/** `budgetOccupation`, `budget_occupation` and `BUDGET_OCCUPATION` are the words budget and occupation. */
const wordsOf = (name: string): readonly string[] =>
  (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase())

const FORBIDDEN = [...Object.keys(GLOSSARY_TERMS), ...Object.keys(PLAIN_TERMS)].flatMap((term) => {
  const words = term.split(' ')
  const last = words.at(-1) ?? ''
  const many = last.endsWith('y') ? `${last.slice(0, -1)}ies` : `${last}s`
  return [words, [...words.slice(0, -1), many]]
})

function forbiddenIn(name: string): string | null {
  if (EMPTY_NAMES.has(name)) return name
  const words = wordsOf(name)
  const found = FORBIDDEN.find((term) => words.some((_, at) => term.every((word, index) => words[at + index] === word)))
  return found?.join(' ') ?? null
}

const rootOf = (callee: Node): Node =>
  isNode(callee['object']) ? rootOf(callee['object']) : isNode(callee['callee']) ? rootOf(callee['callee']) : callee

/** The title of `test('…')`, `it.each(…)('…')` and the like; null for any other call. */
function titleOf(node: Node): string | null {
  if (node.type !== 'CallExpression' || !isNode(node['callee'])) return null
  const [first] = node['arguments'] as Node[]
  if (!['it', 'test'].includes(String(rootOf(node['callee'])['name'])) || !first) return null
  if (first.type === 'Literal' && typeof first['value'] === 'string') return first['value']
  if (first.type !== 'TemplateLiteral') return null
  const [quasi] = first['quasis'] as { value: { raw: string } }[]
  return quasi?.value.raw ?? null
}

const isNoSentence = (title: string): boolean => TITLE_OPENERS.has(/^[a-z]+/.exec(title)?.[0] ?? '')

const GENDERED = /\b(?:he|him|his|himself|she|her|hers|herself)\b/i

/** The text of a file for its readers: the comments of code, style and SQL, and a document without its code. */
function proseOf(file: string): readonly string[] {
  const text = readFileSync(join(root, file), 'utf8')
  if (file.endsWith('.md')) return text.replaceAll(/^```[^]*?^```|`[^`\n]*`/gm, '').split('\n')
  if (file.endsWith('.sql')) return text.match(/--[^\n]*/g) ?? []
  if (file.endsWith('.css')) return text.match(/\/\*[^]*?\*\//g) ?? []
  // Most files have no such word at all and need not be parsed.
  if (!GENDERED.test(text)) return []
  const lang = file.endsWith('x') ? 'tsx' : 'ts'
  return parseSync(file, text, { lang }).comments.map(({ value }) => value)
}

/** An exported interface, type or class; `null` for anything else. */
function exportedType(node: Node): string | null {
  if (node.type !== 'ExportNamedDeclaration' || !isNode(node['declaration'])) return null
  const { type, id } = node['declaration'] as Node & { id?: Node }
  return /^(TSInterfaceDeclaration|TSTypeAliasDeclaration|ClassDeclaration)$/.test(type) && id
    ? String(id['name'])
    : null
}

function filesUnder(...folders: readonly string[]): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...folders], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\n').filter((file) => file !== '' && existsSync(join(root, file)))
}

const add = (counts: Counts, key: string): void => void (counts[key] = (counts[key] ?? 0) + 1)
const sorted = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1)))
const totalOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** The text of a file without whole-line comments and one-line texts: it still holds every declaration of a name. */
const namesIn = (text: string): readonly string[] =>
  text
    .replaceAll(/^\s*(?:\/\/|\/?\*).*$| \/\/ .*$/gm, '')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'/g, "''")
    .match(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu) ?? []

const known = new Map<string, boolean>()

/** The same names stand in most files, so each is looked at once. */
function isForbidden(name: string): boolean {
  const before = known.get(name)
  if (before !== undefined) return before
  const is = forbiddenIn(name) !== null
  known.set(name, is)
  return is
}

const OPENED = new RegExp(`['\`](?:${[...TITLE_OPENERS].join('|')})\\b`)
const mayHoldTitle = (text: string): boolean => /\b(?:it|test)\b/.test(text) && OPENED.test(text)

/** Parsing every file took most of the time, so only those are parsed whose text could hold what is looked for. */
function readCode(file: string, words: Counts, titles: Counts): void {
  const text = readFileSync(join(root, file), 'utf8')
  if (!mayHoldTitle(text) && !namesIn(text).some(isForbidden)) return
  const names = new Set<string>()
  walk(treeOf(file, text), (node) => {
    if (/^(JSX)?Identifier$/.test(node.type)) names.add(String(node['name']))
    const title = titleOf(node)
    if (title !== null && isNoSentence(title)) add(titles, basename(file))
  })
  for (const name of names) if (isForbidden(name)) add(words, `${basename(file)} ${name}`)
}

const TYPE = /^\s*export (?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm

/** The names of types that two files export. A template text may have a line that looks like such a declaration, so these files are parsed. */
function sharedTypes(files: readonly string[]): readonly string[] {
  const filesOf = Map.groupBy(
    files.flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(TYPE)].map(([, name = '']) => ({ name, file })),
    ),
    ({ name }) => name,
  )
  const isExported = ({ name, file }: { readonly name: string; readonly file: string }): boolean => {
    let isFound = false
    walk(treeOf(file, readFileSync(join(root, file), 'utf8')), (node) => {
      if (exportedType(node) === name) isFound = true
    })
    return isFound
  }
  const shared = [...filesOf].filter(([, all]) => all.length > 1 && all.filter(isExported).length > 1)
  return shared.map(([name]) => name).toSorted()
}

/** Names of tables, columns and constraints: whatever of the SQL is neither a comment nor a text. */
function readSql(file: string, words: Counts): void {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, ' ')
  for (const name of new Set(text.match(/[a-z_][a-z0-9_]*/gi)))
    if (forbiddenIn(name) !== null) add(words, `${basename(file)} ${name}`)
}

function findAll(): Exceptions {
  const words: Counts = {}
  const titles: Counts = {}
  const files = filesUnder('src', 'test', 'bench', 'db')
  const code = files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith('test/arch/terms'))
  for (const file of code) readCode(file, words, titles)
  for (const file of files) if (file.endsWith('.sql')) readSql(file, words)
  const types = sharedTypes(code.filter((file) => file.startsWith('src/')))
  return { words: sorted(words), titles: sorted(titles), sharedTypes: types }
}

const allowed = existsSync(exceptionsFile) ? (JSON.parse(readFileSync(exceptionsFile, 'utf8')) as Exceptions) : null
const found = findAll()

/** Findings that are not allowed, and allowances that are no longer needed. */
function differences(now: Counts, before: Counts): readonly string[] {
  return [...new Set([...Object.keys(now), ...Object.keys(before)])].flatMap((key) => {
    const [is, was] = [now[key] ?? 0, before[key] ?? 0]
    return is > was
      ? [`${key}: ${is} instead of ${was}`]
      : is < was
        ? [`${key}: an exception for ${was}, of which ${is} are left`]
        : []
  })
}

describe('terms', () => {
  test('the exceptions of names, titles and types never grow when they are written anew', () => {
    if (process.env['TERMS'] !== 'write') return
    if (allowed) {
      expect(totalOf(found.words)).toBeLessThanOrEqual(totalOf(allowed.words))
      expect(totalOf(found.titles)).toBeLessThanOrEqual(totalOf(allowed.titles))
      expect(found.sharedTypes.length).toBeLessThanOrEqual(allowed.sharedTypes.length)
    }
    writeFileSync(exceptionsFile, `${JSON.stringify(found, null, 2)}\n`)
  })

  test('no identifier and no name in the database is a word that the field does not use', () => {
    expect(differences(found.words, allowed?.words ?? {})).toEqual([])
  })

  test('every test title can stand alone: none begins with a function word', () => {
    expect(differences(found.titles, allowed?.titles ?? {})).toEqual([])
  })

  test('comments and documents call no person he or she', () => {
    const files = filesUnder('src', 'test', 'bench', 'bin', 'db', 'docs', '*.md')
    const read = files.filter((file) => /\.(?:tsx?|js|css|sql|md)$/.test(file))
    const named = read.flatMap((file) =>
      proseOf(file).flatMap((text) => (GENDERED.test(text) ? [`${file}: ${text.trim()}`] : [])),
    )
    expect(read.length).toBeGreaterThan(2000)
    expect(named).toEqual([])
  })

  test('no English text contains a wording that readers did not understand', () => {
    const texts = filesUnder('src').filter((file) => /[/.]en\.ts$/.test(file))
    const said = texts.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return UNCLEAR_TEXTS.filter((unclear) => text.includes(unclear)).map((unclear) => `${file}: ${unclear}`)
    })
    expect(texts.length).toBeGreaterThan(50)
    expect(said).toEqual([])
  })

  test('no name of an exported type stands in two files', () => {
    expect(found.sharedTypes).toEqual(allowed?.sharedTypes ?? [])
  })

  test('every term that replaces a word of business stands in the third column of the glossary', () => {
    const rows = readFileSync(join(root, 'GLOSSARY.md'), 'utf8').split('\n')
    const terms = rows.map((row) => row.split('|')[3] ?? '').join('\n')
    expect(Object.values(GLOSSARY_TERMS).filter((term) => !terms.includes(term))).toEqual([])
  })

  test('a forbidden word is found in every way of writing a name, and not in longer words', () => {
    const names = ['budgetOccupation', 'budget_occupations', 'OCCUPATION', 'schemeTerminal', 'the']
    expect(names.map(forbiddenIn)).not.toContain(null)
    expect(['preoccupation', 'terminal', 'theme', 'Standings'].map(forbiddenIn)).toEqual([null, null, null, null])
  })

  test('a title that begins with a function word is no sentence', () => {
    expect(['is refused', 'of another region', 'but by nobody'].every(isNoSentence)).toBe(true)
    expect(['a session ends', 'island stores are listed', 'Is this one'].some(isNoSentence)).toBe(false)
  })
})
