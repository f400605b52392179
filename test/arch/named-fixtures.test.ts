import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

// A test names the rows that it is about (`test/helpers/company`). `limit 1` takes whatever the demonstration of the day has first, so the
// test changes its meaning with the data. clock.test.ts keeps tests off the machine's clock.

const root = join(import.meta.dirname, '../..')

const files = globSync(['test/**/*.{ts,tsx}', 'src/**/*.test.{ts,tsx}'], { cwd: root }).filter(
  (file) => basename(file) !== 'named-fixtures.test.ts',
)

test('tests name the rows they are about instead of taking the first one with limit 1', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => /\blimit 1\b/i.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})
