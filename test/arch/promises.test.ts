import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { variantsOfThisRun } from '#test/helpers/rotation.ts'
import { demoAccounts } from '#app/demo-provider/demo-accounts.ts'
import { SECRET_VARIABLES } from '#kernel/base/config/secret-files.ts'
import pg from 'pg'
import { withoutInstallation } from '../../bin/lib/test-environment.js'
import { LONG_FILES, othersOf, STORIES } from '../../bin/lib/turns.js'
import { missingTests, namedTests } from './support/named-tests.ts'
import { codeOf } from './support/texts-of-files.ts'

// README.md and docs/operations.md name a test beside each promise to the people who run the product.

const root = join(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const readme = textOf('README.md')
const handbook = textOf('docs/operations.md')

/** The table of variables: the names of a row, its default, its meaning, its tests. */
const rows = handbook
  .split('\n')
  .filter((line) => /^\| `[A-Z]/.test(line))
  // A bar within a cell is written with a backslash.
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .map(([, names = '', byDefault = '', meaning = '', held = '']) => {
    const found = [...names.matchAll(/`([A-Z][A-Z_]*(?:<NAME>)?)(?:=\w+)?`/g)].map(([, name = '']) => name)
    return { names: found, byDefault, meaning, held }
  })

const config = globSync('src/kernel/base/config/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
const code = config.map(codeOf).join('\n')

/** Read by Node itself, or by the tools that it runs. */
const NOT_OURS = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS']
const read = new Set(
  [
    ...code.matchAll(/\b(?:text|integer|flag|oneOf<\w+>|oneOf|url)\(\s*'([A-Z][A-Z_]*)'/g),
    ...code.matchAll(/\bread(?:Address|DatabaseUrl|Instant)\(reader, '([A-Z_]+)'/g),
  ].map(([, name = '']) => name),
)
for (const [, name] of code.matchAll(/\ballowed\('([A-Z_]+)'/g)) read.add(`ALLOW_${name}`)
for (const [, prefix] of code.matchAll(/\bPREFIX = '([A-Z_]+_)'/g)) read.add(`${prefix}<NAME>`)

describe('a variable', () => {
  test('every variable that the product reads is described in operations.md, and the reverse', () => {
    const documented = new Set(rows.flatMap(({ names }) => names))
    // These variables are explained in the row of NODE_ENV, beside what they allow again.
    for (const { meaning } of rows) for (const [name] of meaning.matchAll(/\bALLOW_[A-Z_]+/g)) documented.add(name)
    expect(read.size).toBeGreaterThan(50)
    expect([...read].filter((name) => !documented.has(name))).toEqual([])
    expect([...documented].filter((name) => !read.has(name))).toEqual([])
  })

  test('every variable is tested with its default and its effect in variables.test.ts', () => {
    const tried = textOf('src/kernel/base/config/variables.test.ts') + textOf('test/helpers/outgoing-variables.ts')
    const names = rows.flatMap((row) => row.names).map((name) => name.replace('<NAME>', 'ERP'))
    expect(names.filter((name) => !tried.includes(`name: '${name}'`))).toEqual([])
  })

  test('a variable has the same default in operations.md as in the code', () => {
    const numbers = [...code.matchAll(/\binteger\('([A-Z_]+)', ([\d_]+),/g)]
    expect(numbers.length).toBeGreaterThan(20)
    const wrong = numbers.flatMap(([, name = '', number = '']) => {
      const row = rows.find(({ names }) => names.includes(name))
      const said: readonly string[] = row?.byDefault.match(/\d+/g) ?? []
      return said.includes(number.replaceAll('_', '')) ? [] : [`${name}: ${number}, not ${row?.byDefault}`]
    })
    expect(wrong).toEqual([])
  })

  test('operations.md lists the variables that can be read from a file', () => {
    const [, list = ''] = /may name a file in its place by `_FILE`[^:]*:([\s\S]*?); for/.exec(handbook) ?? []
    expect([...list.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name)).toEqual([...SECRET_VARIABLES])
  })

  test('the variables of an installation on the same machine do not reach the tests', () => {
    const set = [...read].map((name) => name.replace('<NAME>', 'ERP'))
    const environment = Object.fromEntries(
      [...set, ...SECRET_VARIABLES.map((name) => `${name}_FILE`), 'PGHOST'].map((name) => [name, 'of an installation']),
    )
    // The machine's own variables, and those that choose tests, are kept.
    const kept = { PATH: '/usr/bin', HOME: '/home/someone', TEST_CLOCK: '2028-02-29T20:00:00Z', AXE_PART: 'all' }
    expect(withoutInstallation({ ...environment, ...kept })).toEqual(kept)
  })

  test('every variable that the handbook names exists', () => {
    const known = new Set([...rows.flatMap(({ names }) => names), ...NOT_OURS])
    const named = [...handbook.matchAll(/`(?:\w+ )?([A-Z]{2,}(?:_[A-Z]+)+)(?:=[^`]*)?`/g)].map(([, name = '']) => name)
    const isOne = (name: string) => known.has(name.replace(/_FILE$/, '')) || name.startsWith('ALLOW_')
    expect(named.filter((name) => !isOne(name))).toEqual([])
  })
})

describe('a promise', () => {
  test('every row of the variables and every section of operations.md names the test that holds it', () => {
    expect(rows.filter(({ held }) => namedTests(held).length === 0).map(({ names }) => names)).toEqual([])
    const sections = handbook.split('\n## ').slice(1)
    const bare = sections.filter((section) => !section.startsWith('Variables') && !/\n\*Held by\* .*`/.test(section))
    expect(bare.map((section) => section.split('\n')[0])).toEqual([])
  })

  test('the tests that README.md and operations.md name exist', () => {
    expect(namedTests(handbook).length).toBeGreaterThan(90)
    expect(missingTests(handbook)).toEqual([])
    expect(namedTests(readme).length).toBeGreaterThan(15)
    expect(missingTests(readme)).toEqual([])
  })

  test('the accounts that README.md names are accounts of the demonstration', () => {
    const [, table = ''] = /## Accounts of the demonstration([\s\S]*?)\n## /.exec(readme) ?? []
    const named = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([\w.]+)`/g)].map(([, account = '']) => account),
    )
    const known = new Set(demoAccounts.map(({ account }) => account))
    expect(named.length).toBeGreaterThan(12)
    expect(named.filter((account) => !known.has(account))).toEqual([])
  })
})

describe('tests of which `npm test` runs one variant at a time', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('each variant of a story has its turn, and `all` takes all of them', () => {
    const told = ['0', '1', '2', 'all'].map((part) => {
      vi.stubEnv('VARIANT_PART', part)
      return variantsOfThisRun('a story', ['a', 'b', 'c'])
    })
    expect(told.map(({ length }) => length)).toEqual([1, 1, 1, 3])
    expect(told.slice(0, 3).flat().toSorted()).toEqual(['a', 'b', 'c'])
  })

  test('`npm run soak` tries all of it', () => {
    const soak = textOf('bin/soak.js')
    const inTurns = globSync(['test/scenario/**/*.test.ts', 'test/e2e/**/*.e2e.ts'], { cwd: root }).filter((file) =>
      /\b(?:partOf|variantsOf)ThisRun\(/.test(textOf(file)),
    )
    const named = inTurns.flatMap((file) => [...textOf(file).matchAll(/partOfThisRun\('(\w+)'/g)])
    const variables = new Set(['AXE_PART', 'VARIANT_PART', ...named.map(([, name = '']) => name)])
    expect([...variables].filter((name) => !soak.includes(`${name}: 'all'`))).toEqual([])
    // Stories with variants are found by their text.
    const isTold = (file: string) => file.endsWith('.e2e.ts') && /variantsOfThisRun|'VARIANT_PART'/.test(textOf(file))
    expect(inTurns.length).toBeGreaterThan(10)
    expect(inTurns.filter((file) => !soak.includes(file) && !isTold(file))).toEqual([])
  })
})

describe('files that take turns in `npm test`', () => {
  test('every file in turns exists, each run has its part, and together the runs have all', () => {
    for (const [files, parts] of [
      [LONG_FILES, 3],
      [STORIES, 2],
    ] as const) {
      expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
      expect(new Set(files).size).toBe(files.length)
      const runs = Array.from({ length: parts }, (_, part) => othersOf(files, parts, part))
      expect(runs.flat().toSorted()).toEqual(files.flatMap((file) => Array<string>(parts - 1).fill(file)).toSorted())
    }
  })

  test('`npm run soak` runs every file that takes turns', () => {
    const soak = textOf('bin/soak.js')
    expect(soak).toContain('...LONG_FILES.filter(')
    expect(soak).toContain('...STORIES]')
  })

  test('no test that the README names is in a file that takes turns', () => {
    const inTurns = [...LONG_FILES, ...STORIES].map((file) => file.split('/').at(-1) ?? '')
    expect(inTurns.filter((name) => readme.includes(`\`${name}\``))).toEqual([])
  })
})

test('the statements by which operations.md monitors the product run on its database', async () => {
  const watching = [...handbook.matchAll(/`(select [^`]+)`/g)].map(([, statement = '']) => statement)
  expect(watching.length).toBeGreaterThanOrEqual(2)
  const client = new pg.Client({ connectionString: await testDatabase() })
  await client.connect()
  for (const statement of watching) await client.query(statement)
  await client.end()
})

/** Written with a place holder, or not a file. */
const NO_FILE = [
  'PascalCase.tsx',
  '/openapi.json',
  'NNNN-name.before.sql',
  'NNNN-name.after.sql',
  'db/migrations/NNNN-name.sql',
]

describe('documents', () => {
  test('every file that a document names by its path or name exists', () => {
    const documents = globSync(['*.md', 'docs/*.md', 'src/areas/*/README.md'], { cwd: root })
    const files = globSync(['{src,test,bench,bin,db,docs}/**/*', '*.{ts,json,md}'], { cwd: root })
    const names = new Set(files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))))
    const missing = documents.flatMap((file) =>
      [...textOf(file).matchAll(/`([\w/-][\w./-]*\.(?:tsx?|js|css|sql|tsv|json|md))`/g)]
        .map(([, name = '']) => name)
        .filter((name) => !names.has(name) && !NO_FILE.includes(name))
        .map((name) => `${file}: ${name}`),
    )
    expect(documents.length).toBeGreaterThan(15)
    expect(missing).toEqual([])
  })
})
