import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

const root = join(import.meta.dirname, '../../..')

export interface Import {
  /** As written in the file. */
  readonly specifier: string
  /** Path in the repository, or null for a package. */
  readonly target: string | null
  /** Erased before anything runs. */
  readonly typeOnly: boolean
}

const STATEMENT = /^\s*(?:import|export)\s+(type\s+)?(?:[\w*{][^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm
const DYNAMIC = /\bimport\(\s*['"]([^'"]+)['"]/g

/** All source files of the product, tests apart, as posix paths from the root. */
export function sourceFiles(): string[] {
  return globSync('src/**/*.{ts,tsx}', { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .toSorted()
}

function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('#test/')) return specifier.slice(1)
  if (specifier.startsWith('#')) return `src/${specifier.slice(1)}`
  if (specifier.startsWith('/src/')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.normalize(`${dirname(file)}/${specifier}`) : null
}

const known = new Map<string, readonly Import[]>()

/** Files do not change during a run, and many laws ask for the imports of the same one. */
export function importsOf(file: string): readonly Import[] {
  const imports = known.get(file) ?? readImports(file)
  known.set(file, imports)
  return imports
}

function readImports(file: string): readonly Import[] {
  if (!existsSync(join(root, file))) return []
  const text = readFileSync(join(root, file), 'utf8')
  const found: Import[] = []
  for (const [, type, specifier = ''] of text.matchAll(STATEMENT)) {
    found.push({ specifier, target: targetOf(file, specifier), typeOnly: type !== undefined })
  }
  for (const [, specifier = ''] of text.matchAll(DYNAMIC)) {
    found.push({ specifier, target: targetOf(file, specifier), typeOnly: false })
  }
  return found
}
