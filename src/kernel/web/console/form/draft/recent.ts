/** A person's recent choices in value helps, listed first. Stored in this browser, by account. */

const MOST = 5

export function recentChoices(account: string, name: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(account, name)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((value) => typeof value === 'string') : []
  } catch {
    return []
  }
}

export function noteChoice(account: string, name: string, value: string): void {
  const others = recentChoices(account, name).filter((each) => each !== value)
  localStorage.setItem(keyOf(account, name), JSON.stringify([value, ...others].slice(0, MOST)))
}

/** Recent ones first, the others in their own order. */
export function recentFirst<T extends { readonly value: string }>(
  options: readonly T[],
  recent: readonly string[],
): readonly T[] {
  if (recent.length === 0) return options
  const first = recent.flatMap((value) => options.find((option) => option.value === value) ?? [])
  return [...first, ...options.filter((option) => !first.includes(option))]
}

function keyOf(account: string, name: string): string {
  return `recent ${account} ${name}`
}
