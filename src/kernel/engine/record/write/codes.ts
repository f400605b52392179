/** `IN, ID` as typed by a person: its codes, each once. */
export function codesIn(value: unknown): readonly string[] {
  if (typeof value !== 'string') return []
  return [...new Set(value.split(/[,;、，；\n]/).map((code) => code.trim()))].filter((code) => code !== '')
}

export function joinCodes(codes: readonly string[]): string | null {
  return codes.length === 0 ? null : codes.toSorted().join(', ')
}
