/** What the status of an answer says about a message. */
export type Verdict = 'taken' | 'later' | 'refused'

/** Answers that say 'not now' although they are of the 400s: time-out, too early, too many. */
const NOT_NOW = new Set([408, 425, 429])

/** Redirects are refused: what is signed for one address is not sent on to another. */
export function verdictOf(status: number): Verdict {
  if (status >= 200 && status < 300) return 'taken'
  return status >= 500 || NOT_NOW.has(status) ? 'later' : 'refused'
}

/** In seconds, or null; a date there is rare and not worth a clock of its own. */
export function retryAfter(header: string): number | null {
  return /^\d{1,6}$/.test(header) ? Number(header) : null
}
