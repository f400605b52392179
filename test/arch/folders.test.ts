import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/**
 * A folder of up to this many files is read at a glance; browser tests may stand side by side. Migrations are one sequence that only grows: who needs
 * one finds it by its number.
 */
const MOST = 30
const MOST_OF: Readonly<Record<string, number>> = { 'test/e2e': 60, 'db/migrations': Infinity }

test('no folder of src, test or db holds more files than a reader can take in at a glance', () => {
  const counts = new Map<string, number>()
  for (const file of globSync('{src,test,db}/**/*.*', { cwd: root })) {
    const folder = dirname(file).replaceAll('\\', '/')
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const crowded = [...counts]
    .filter(([folder, count]) => count > (MOST_OF[folder] ?? MOST))
    .map(([folder, count]) => `${folder}: ${count}`)
  expect(crowded.toSorted()).toEqual([])
})
