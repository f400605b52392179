/** Leading words of addresses that name no subject. */
const MOUNT = new Set(['api', 'v1', 'gs', 'oversea', 'aps', ':idc', ':idcCode', ':bizSystem'])

function subjectOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '' && !MOUNT.has(part))
}

/** The tag of a call in the API description: the first word of its address that names its subject. */
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
 * The operationId of a call. It depends on method and address alone, so other calls never change it and generated
 * clients keep their names: `POST /aps/budget/country/check` is `postBudgetCountryCheck`.
 */
export function operationIdOf({ method, path }: { readonly method: string; readonly path: string }): string {
  const words = subjectOf(path).map((part) => (part.startsWith(':') ? `by-${part.slice(1)}` : part))
  return method.toLowerCase() + pascalCase(...words)
}
