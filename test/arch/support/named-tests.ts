import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const files = globSync(['src/**/*.test.{ts,tsx}', 'bin/**/*.test.ts', 'test/**/*.{test,e2e}.ts'], { cwd: root })
const textOf = (file: string) => readFileSync(join(root, file), 'utf8').replaceAll(`\\'`, `'`)

/** The tests that a document names: `a-file.test.ts`, or `a-file.test.ts` “and a part of a title in it”. */
export function namedTests(
  document: string,
): { readonly all: string; readonly file: string; readonly title?: string }[] {
  const found = document.matchAll(/`(?:[\w./-]*\/)?([\w.-]+\.(?:test|e2e)\.tsx?)`(?:\s“([^”]+)”)?/g)
  return [...found].map(([all, file = '', title]) => ({
    all,
    file,
    ...(title === undefined ? {} : { title: title.replaceAll(/\s+/g, ' ') }),
  }))
}

/** The tests that a document names and that do not exist; also files whose name is not unique. */
export function missingTests(document: string): string[] {
  return namedTests(document).flatMap(({ all, file, title }) => {
    const found = files.filter((each) => basename(each) === file)
    if (found.length !== 1) return [`${all}: ${found.length} files`]
    return title !== undefined && !textOf(found[0] ?? '').includes(title) ? [all] : []
  })
}
