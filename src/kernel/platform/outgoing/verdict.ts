/** Decides by the status of an answer what becomes of a message. */
export type Verdict = 'taken' | 'later' | 'refused'

/** 4xx statuses that mean 'not now': time-out, too early, too many. */
const NOT_NOW = new Set([408, 425, 429])

/** Redirects are refused: a signature for one address is not sent to another. */
export function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return 'taken'
  return status >= 500 || NOT_NOW.has(status) ? 'later' : 'refused'
}

/** Parses Retry-After in seconds, or null; the date form is rare and not supported. */
export function retryAfter(header: string): number | null {
  return /^\d{1,6}$/.test(header) ? Number(header) : null
}
