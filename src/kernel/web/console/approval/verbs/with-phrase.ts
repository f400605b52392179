/** The server's limit. */
export const LONGEST_OPINION = 1000

/** Appends a phrase once. */
export function withPhrase(text: string, phrase: string): string {
  const written = text.trim()
  const both = written === '' ? phrase : written.includes(phrase) ? written : `${written} ${phrase}`
  return both.slice(0, LONGEST_OPINION)
}
