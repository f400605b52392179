import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The handbook for those who run the product. Tests follow it word for word. */
export const handbook = readFileSync(join(import.meta.dirname, '../../../docs/operations.md'), 'utf8')

/** The first block of a language below a heading of the handbook. */
export function blockOf(heading: string, language: 'sql' | 'sh'): string {
  const [, section = ''] = handbook.split(`\n## ${heading}\n`)
  const [, block] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(section.split('\n## ')[0] ?? '') ?? []
  if (block === undefined) throw new Error(`no ${language} below ${heading}`)
  return block
}
