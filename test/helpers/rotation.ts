import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'

/** Where one kind has very many, each run examines one of so many parts of them. */
export const PARTS = 8

function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE()
}

function commit(): string {
  try {
    const root = join(import.meta.dirname, '../..')
    return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    // Without its history the code is the same in each run, and so is the part.
    return ''
  }
}

/**
 * The part that this run examines: by the hash of the commit, so that a run of the same commit examines the same and every part has its
 * turn. `AXE_PART=3` chooses another, `AXE_PART=all` all of them, as `npm run soak` does; tests that divide
 * otherwise have a variable of their own.
 */
export function partOfThisRun(variable = 'AXE_PART', parts = PARTS): number | 'all' {
  const asked = process.env[variable]
  if (asked === 'all') return 'all'
  return asked === undefined ? numberOf(commit()) % parts : Number(asked) % parts
}

/**
 * The variant in which this run tells a story that is the same in all of them, such as the languages: the commit chooses it, another for each
 * story. `VARIANT_PART=all`, and so `npm run soak`, tells it in all.
 */
export function variantsOfThisRun<T>(story: string, variants: readonly T[]): readonly T[] {
  const part = partOfThisRun('VARIANT_PART', variants.length)
  if (part === 'all') return variants
  return variants.filter((_, index) => index === (numberOf(story) + part) % variants.length)
}

/** Whether the item of this name is examined. Its part follows from its name alone, so a new item does not move it. */
export function hasItsTurn(name: string, part: number | 'all', parts = PARTS): boolean {
  return part === 'all' || numberOf(name) % parts === part
}
