import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

// A test names the rows that it is about (`test/helpers/company`). `limit 1` takes whatever the demonstration of the day has first, so the
// test changes its meaning with the data. What does not hold yet is counted by file name in `named-fixtures.exceptions.json`, whose numbers
// may only become smaller: `FIXTURES=write` writes it anew, and refuses where it would grow. clock.test.ts keeps tests off the machine's clock.

const root = join(import.meta.dirname, '../..')
const exceptionsFile = join(import.meta.dirname, 'named-fixtures.exceptions.json')
const OWN = 'named-fixtures.test.ts'

type Counts = Readonly<Record<string, number>>

const files = globSync(['test/**/*.{ts,tsx}', 'src/**/*.test.{ts,tsx}'], { cwd: root }).filter(
  (file) => basename(file) !== OWN,
)

function countAll(): Counts {
  const counts = files.map((file) => {
    const lookups = readFileSync(join(root, file), 'utf8').match(/\blimit 1\b/gi) ?? []
    return [basename(file), lookups.length] as const
  })
  return Object.fromEntries(counts.filter(([, count]) => count > 0).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const totalOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
const found = countAll()
const allowed = existsSync(exceptionsFile) ? (JSON.parse(readFileSync(exceptionsFile, 'utf8')) as Counts) : null

test('the exceptions of tests that take the first row never grow when they are written anew', () => {
  if (process.env['FIXTURES'] !== 'write') return
  if (allowed) expect(totalOf(found)).toBeLessThanOrEqual(totalOf(allowed))
  writeFileSync(exceptionsFile, `${JSON.stringify(found, null, 2)}\n`)
})

test('tests name the rows they are about instead of taking the first one with limit 1', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(process.env['FIXTURES'] === 'write' ? found : allowed).toEqual(found)
})
