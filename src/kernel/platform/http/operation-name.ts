/** How an address begins, whatever it is for: these words name no subject. */
const MOUNT = new Set(['api', 'v1', 'gs', 'oversea', 'aps', ':idc', ':idcCode', ':bizSystem'])

function subjectOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '' && !MOUNT.has(part))
}

/** What the API description groups a call under: the first word of its address that says what it is about. */
export function tagOf(path: string): string {
  return subjectOf(path).find((part) => !part.startsWith(':')) ?? path.split('/')[1] ?? ''
}

/** `document`, `pool-list` and the like as one PascalCase word. */
export function pascalCase(...words: readonly string[]): string {
  return words
    .flatMap((word) => word.split(/[^A-Za-z0-9]+/))
    .map((word) => word.replace(/^./, (first) => first.toUpperCase()))
    .join('')
}

/**
 * The operationId of a call. It follows from method and address alone, so that another call never changes it and
 * generated clients keep their names: `POST /aps/budget/country/check` is `postBudgetCountryCheck`.
 */
export function operationIdOf({ method, path }: { readonly method: string; readonly path: string }): string {
  const words = subjectOf(path).map((part) => (part.startsWith(':') ? `by-${part.slice(1)}` : part))
  return method.toLowerCase() + pascalCase(...words)
}
