import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** A folder of up to this many files is read at a glance; browser tests may stand side by side. */
const MOST = 30
const MOST_BROWSER_TESTS = 60

test('no folder of src, test or db holds more files than a reader can take in at a glance', () => {
  const counts = new Map<string, number>()
  for (const file of globSync('{src,test,db}/**/*.*', { cwd: root })) {
    const folder = dirname(file).replaceAll('\\', '/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const crowded = [...counts]
    .filter(([folder, count]) => count > (folder === 'test/e2e' ? MOST_BROWSER_TESTS : MOST))
    .map(([folder, count]) => `${folder}: ${count}`)
  expect(crowded.toSorted()).toEqual([])
})
