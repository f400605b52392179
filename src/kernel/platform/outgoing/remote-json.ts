/** Half of a surrogate pair, or NUL, in any notation: PostgreSQL stores neither. */
const isKept = (value: unknown): boolean =>
  typeof value !== 'string' || (!value.includes('\u0000') && value.isWellFormed())

/**
 * Parses another system's answer as JSON. Null where it is invalid or contains a text that cannot be stored, so that a
 * partly readable answer is not accepted.
 */
export function parseRemoteJson(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const said: unknown = JSON.parse(text)
    if (typeof said !== 'object' || said === null) return null
    return Object.values(said).every(isKept) ? (said as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}
