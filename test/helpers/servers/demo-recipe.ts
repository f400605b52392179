import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#kernel/base/config/config.ts'
import { migratedRecipe, type Recipe } from '#kernel/platform/db/embedded/template.ts'
import { DEMO_AT } from '../test-clock.ts'

const root = join(import.meta.dirname, '../../..')

/** The demonstration company at the moment of the tests, filled once for each version of the migrations and of its source. */
export function demoRecipe(): Recipe {
  const migrated = migratedRecipe()
  const hash = createHash('sha256').update(migrated.hash).update(DEMO_AT.toISOString())
  for (const file of globSync(['src/**/demo*.ts', 'src/**/demo/**/*.ts'], { cwd: root }).toSorted()) {
    hash.update(file).update(readFileSync(join(root, file)))
  }
  return {
    name: 'demo',
    hash: hash.digest('hex'),
    async fill(databaseUrl) {
      await migrated.fill(databaseUrl)
      const dataDir = mkdtempSync(join(tmpdir(), 'demo-'))
      try {
        const { loadDemo } = await import('#app/demo.ts')
        await loadDemo(databaseUrl, readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: '1' }), DEMO_AT)
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  }
}
