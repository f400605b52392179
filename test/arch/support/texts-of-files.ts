import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** A source file's text without its comments: the laws check only code that runs. */
export function codeOf(file: string): string {
  const text = readFileSync(join(root, file), 'utf8')
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;,{(])\/\/[^\n]*/g, '$1')
}

/** Files that break a law, against the named exceptions: a new one fails, and so does an exception that is no longer needed. */
export function offences(
  files: readonly string[],
  breaks: (file: string) => boolean,
  exceptions: readonly string[],
): string[] {
  const found = new Set(files.filter(breaks))
  return [
    ...[...found].filter((file) => !exceptions.includes(file)),
    ...exceptions.filter((file) => !found.has(file)).map((file) => `${file}: no exception any more`),
  ]
}
