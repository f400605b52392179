/** Half of a surrogate pair, or NUL: PostgreSQL keeps neither, however an answer wrote them down. */
const isKept = (value: unknown): boolean =>
  typeof value !== 'string' || (!value.includes('\u0000') && value.isWellFormed())

/**
 * What another system says in its answer, as JSON. Null where it is none, and where one of the texts is such that nobody can
 * keep it: what is half understood is not taken for an answer.
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
