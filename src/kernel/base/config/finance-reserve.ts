import { DEMO_FINANCE_SECRET, DEMO_RESERVE_ORGANISATIONS, DEMO_RESERVE_PATH } from './demo-addresses.ts'

/** For whose documents another system confirms reserves, and for how long that may take. */
export interface ReserveRules {
  readonly deadlineMinutes: number
  /** Codes of organisations; null: all. */
  readonly organisations: ReadonlySet<string> | null
}

/** The finance system that confirms reserves: a reserve counts once that system holds the same amount. */
export interface FinanceReserve extends ReserveRules {
  readonly url: string
  readonly secret: string
  readonly timeoutSeconds: number
}

interface Reader {
  readonly problems: string[]
  text(name: string): string | undefined
  integer(name: string, fallback: number, min: number, max: number): number
  url(name: string, protocols: readonly string[]): URL | undefined
}

/**
 * `demoUrl`: the address of a demonstration, null outside one. It confirms reserves of one region only, so that both ways can be seen.
 */
export function readFinanceReserve(reader: Reader, demoUrl: string | null): FinanceReserve | null {
  const url = reader.url('FINANCE_RESERVE_URL', ['https:', 'http:'])
  const secret = reader.text('FINANCE_RESERVE_SECRET')
  const timeoutSeconds = reader.integer('FINANCE_RESERVE_TIMEOUT_SECONDS', 10, 1, 120)
  const deadlineMinutes = reader.integer('FINANCE_RESERVE_DEADLINE_MINUTES', 30, 1, 10_080)
  const codes = (reader.text('FINANCE_RESERVE_ORGANISATIONS') ?? '').split(/[\s,]+/).filter((code) => code !== '')
  const organisations = codes.length > 0 ? new Set(codes) : null
  if ((url === undefined) !== (secret === undefined))
    reader.problems.push(
      'FINANCE_RESERVE_URL and FINANCE_RESERVE_SECRET belong together: a message is never sent unsigned',
    )
  if (url && secret) return { url: url.href, secret, timeoutSeconds, deadlineMinutes, organisations }
  if (demoUrl === null) return null
  return {
    url: `${demoUrl}${DEMO_RESERVE_PATH}`,
    secret: DEMO_FINANCE_SECRET,
    timeoutSeconds,
    deadlineMinutes,
    organisations: organisations ?? new Set(DEMO_RESERVE_ORGANISATIONS),
  }
}
