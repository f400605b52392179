import type { RightRow, RightsCatalogue } from '../permission-wire.ts'

/** The operations that most subjects have, in the order in which they are shown. */
export const OPERATIONS = ['view', 'edit', 'submit', 'approve', 'import', 'export', 'publish', 'retry'] as const
type Verb = (typeof OPERATIONS)[number]

/** The usual operation that a right ends with: `scheme.withhold.view`; null for one of its own. */
export function operationOf(code: string): Verb | null {
  const last = code.slice(code.lastIndexOf('.') + 1)
  return OPERATIONS.find((operation) => operation === last) ?? null
}

/** What a right is about: all of it without its operation. */
export function subjectOf(code: string): string {
  return code.includes('.') ? code.slice(0, code.lastIndexOf('.')) : code
}

export function subjectsOf(rights: readonly RightRow[]): readonly (readonly [string, readonly RightRow[]])[] {
  return [...Map.groupBy(rights, ({ code }) => subjectOf(code))]
}

/** Pages named beside a subject; more say nothing more. */
const MOST_PAGES = 2

/** The pages of the menu that a subject opens; without one its code says it. */
export function subjectName(subject: string, pages: RightsCatalogue['pages']): string {
  const opened = pages.filter(({ rights, hidden }) => !hidden && rights.includes(`${subject}.view`))
  return [...new Set(opened.map(({ name }) => name))].slice(0, MOST_PAGES).join(', ')
}
