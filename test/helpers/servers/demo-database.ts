import { testDatabase } from '#kernel/testing/test-database.ts'
import { demoRecipe } from './demo-recipe.ts'

/** A database of its own for a test file, with the demonstration company; answers its connection string. */
export async function demoDatabase(): Promise<string> {
  return await testDatabase(demoRecipe())
}
