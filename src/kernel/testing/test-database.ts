import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { createFromRecipe, migratedRecipe, type Recipe } from '#kernel/platform/db/embedded/template.ts'

/**
 * A database of its own for a test file: a copy of the recipe's template, by default the empty product. It is dropped when the run ends.
 * @returns its connection string
 */
export async function testDatabase(recipe: Recipe = migratedRecipe()): Promise<string> {
  const { url, prefix } = inject('database')
  return await createFromRecipe(url, recipe, `${prefix}${randomBytes(4).toString('hex')}`)
}
