import type { ClaimStory } from '#test/helpers/scheme/claim-story.ts'
import type { DemoServer } from '#test/helpers/servers/demo-server.ts'
import type { Random } from '#test/helpers/random.ts'
import type { SchemeDocuments, SchemeStory, StoryFundingLine } from '#test/helpers/scheme/scheme-story.ts'

// Possible next documents of a random life of schemes, from the state of its schemes.

/** The actions of a random life; the result of each is counted. */
export const ACTS = [
  'application',
  'withhold',
  'reversal reopen',
  'reversal release',
  'execute',
  'execute final',
  'terminal releaseAll',
  'terminal keepEarned',
  'adjust up',
  'adjust down',
  'adjust swap',
  'negativeRedemption rebate',
  'negativeRedemption receivable',
  'annualCarryover',
] as const
export type LifeAct = (typeof ACTS)[number]

export interface LifeWorld {
  readonly server: DemoServer
  readonly story: SchemeStory
  readonly claims: ClaimStory
  readonly its: SchemeDocuments
  readonly periods: readonly string[]
  readonly otherBudget: string
}

/**
 * The effect of the last approval on the scheme's money, in cents, as domain.md defines it; amounts that are left out follow from the rest.
 */
export type Moves = Partial<Record<(typeof STAGES)[number], number>>

interface Alive {
  readonly no: string
  readonly state: string
  readonly parts: readonly StoryFundingLine[]
}

interface Withheld {
  readonly no: string
  readonly scheme: string
  readonly part: number
}

interface Settled {
  readonly key: string
  readonly scheme: string
  readonly left: string
}

export const STAGES = ['committed', 'accrued', 'executed', 'released'] as const
export const cents = (amount: number) => (Math.max(1, Math.round(amount)) / 100).toFixed(2)
const inCents = (amount: string) => Math.round(Number(amount) * 100)

type Stages = Record<(typeof STAGES)[number], number>

/**
 * The same effect for a scheme with this money at the moment of the decision. Other documents of the scheme may have
 * been decided since the submission; `isAsHandedIn` says that none was.
 */
export type MovesAt = (before: Stages, isAsHandedIn: boolean) => Moves

export interface RequestedAct {
  readonly scheme: string
  readonly content: object
  /** The requested amount is available; otherwise the document must be refused. */
  readonly isThere?: boolean
  readonly moves?: MovesAt
}

/** Numbers of its schemes, and their documents in approval. */
export interface LifeSoFar {
  readonly numbers: readonly string[]
  readonly pending: readonly { readonly scheme: string }[]
}

export class RandomSchemeActions {
  readonly #world: LifeWorld
  readonly #random: Random
  readonly #life: LifeSoFar

  constructor(world: LifeWorld, random: Random, life: LifeSoFar) {
    this.#world = world
    this.#random = random
    this.#life = life
  }

  async alive(): Promise<Alive[]> {
    const rows = await this.#world.server.query<{ no: string; state: string }>(
      'select no, state from scheme where no = any ($1) order by id',
      [this.#life.numbers],
    )
    return Promise.all(rows.map(async (row) => ({ ...row, parts: await this.#world.story.parts(row.no) })))
  }

  /** The amounts of a scheme in each stage, in cents. */
  async stages(no: string): Promise<Stages> {
    const [row] = await this.#world.server.query<Record<keyof Stages, string>>(
      `select coalesce(sum(o.document_cmt), 0) as committed, coalesce(sum(o.document_acr), 0) as accrued, coalesce(sum(o.document_exe), 0) as executed,
         coalesce(sum(o.document_avl), 0) as released
       from scheme s join scheme_funding f on f.scheme_id = s.id
       join budget_encumbrance o on (o.document_id, o.round, o.line_no) = (f.document_id, f.round, f.encumbrance_line) where s.no = $1`,
      [no],
    )
    const { committed, accrued, executed, released } = row!
    return {
      committed: inCents(committed),
      accrued: inCents(accrued),
      executed: inCents(executed),
      released: inCents(released),
    }
  }

  /** The running schemes with an open amount. */
  async open(): Promise<Alive[]> {
    return (await this.alive()).filter(
      ({ state, parts }) =>
        (state === 'effective' || state === 'partialExecution') &&
        parts.some((part) => inCents(part.committed) + inCents(part.accrued) > 0),
    )
  }

  /** An amount that is there, and now and then one that is not. */
  #amount(free: string): { readonly amount: string; readonly isThere: boolean } {
    const { chance, upTo } = this.#random
    if (chance(0.12)) return { amount: cents(inCents(free) + 1 + upTo(5000)), isThere: false }
    const share = chance(0.25) ? 1 : (1 + upTo(99)) / 100
    return { amount: cents(inCents(free) * share), isThere: true }
  }

  /** The document to request; null where no scheme permits one. */
  async of(act: LifeAct): Promise<RequestedAct | null> {
    if (act.startsWith('reversal')) return this.#reversal(act.endsWith('release') ? 'release' : 'reopen')
    if (act.startsWith('negativeRedemption')) return this.#recovery(act.endsWith('rebate') ? 'rebate' : 'receivable')
    const running = await this.open()
    // These wait for every other document of their scheme, and are refused now and then.
    const waits = /^(terminal|adjust|annualCarryover)/.test(act) && !this.#random.chance(0.1)
    const open = running.filter(
      ({ no, parts }) =>
        (!waits || !this.#life.pending.some(({ scheme }) => scheme === no)) &&
        (act !== 'terminal keepEarned' || parts.some(({ freeAccrued }) => inCents(freeAccrued) > 0)),
    )
    // The last scheme is kept alive.
    if (open.length === 0 || (act === 'terminal releaseAll' && running.length < 2)) return null
    const { no, parts } = this.#random.one(open)
    if (act.startsWith('terminal')) return this.#terminal(no, parts, act.endsWith('keepEarned'))
    if (act === 'annualCarryover') {
      const options = parts.flatMap((part) => [
        ...(inCents(part.freeCommitted) > 0
          ? [{ part: `${no}/${part.fundingNo}`, option: this.#random.one(['C1', 'C3']) }]
          : []),
        ...(inCents(part.freeAccrued) > 0
          ? [{ part: `${no}/${part.fundingNo}`, option: this.#random.one(['A', 'C3A']) }]
          : []),
      ])
      return options.length > 0 ? { scheme: no, content: { lines: options } } : null
    }
    if (act.startsWith('adjust')) return this.#adjust(no, parts, act.split(' ')[1] as 'up' | 'down' | 'swap')
    return act === 'withhold' ? this.#withhold(no, parts) : this.#execute(no, parts, act === 'execute final')
  }

  #withhold(scheme: string, parts: readonly StoryFundingLine[]): RequestedAct | null {
    const free = parts.filter(({ freeCommitted }) => inCents(freeCommitted) > 0)
    if (free.length === 0) return null
    const { fundingNo, freeCommitted } = this.#random.one(free)
    const { amount, isThere } = this.#amount(freeCommitted)
    const [year, month] = this.#random.one(this.#world.periods).split('-').map(Number)
    const kind = this.#random.chance(0.15) ? 'delta' : 'regular'
    const a = inCents(amount)
    const moves = () => ({ committed: -a, accrued: a, executed: 0, released: 0 })
    return { scheme, isThere, moves, content: { kind, year, month, lines: [{ fundingNo, amount }] } }
  }

  async #execute(scheme: string, parts: readonly StoryFundingLine[], isFinal: boolean): Promise<RequestedAct | null> {
    const open = parts.filter((part) => inCents(part.freeCommitted) + inCents(part.freeAccrued) > 0)
    if (open.length === 0) return null
    const { fundingNo, freeCommitted, freeAccrued } = this.#random.one(open)
    const [row] = await this.#world.server.query<{ rebate: string; direct: boolean }>(
      'select rebate_type as rebate, direct_execution as direct from scheme where no = $1',
      [scheme],
    )
    if (!row!.direct && inCents(freeAccrued) === 0 && !this.#random.chance(0.1)) return null
    const all = (inCents(freeCommitted) + inCents(freeAccrued)) / 100
    const { amount, isThere } = this.#amount(row!.direct || inCents(freeAccrued) === 0 ? all.toFixed(2) : freeAccrued)
    const line = { fundingNo, amount, remark: 'As the distributor reported' }
    const header = {
      payoutType: row!.rebate,
      claimPeriod: this.#random.one(this.#world.periods),
      finalClaim: isFinal ? 'yes' : 'no',
    }
    const a = inCents(amount)
    const fromAccrual = Math.min(a, inCents(freeAccrued))
    const rest = { committed: -(a - fromAccrual), accrued: -fromAccrual, released: 0 }
    const whole = { committed: -inCents(freeCommitted), accrued: -inCents(freeAccrued) }
    // A document that is decided in between takes from the same part or gives to it: an execution then draws more or less of the accrual.
    const moves: MovesAt = (_before, isAsHandedIn) => ({
      executed: a,
      ...(isFinal ? {} : { released: 0 }),
      ...(isAsHandedIn ? (isFinal ? whole : rest) : {}),
    })
    return { scheme, isThere, moves, content: { ...header, lines: [line] } }
  }

  #terminal(scheme: string, parts: readonly StoryFundingLine[], keeps: boolean): RequestedAct | null {
    const accrued = parts.find(({ freeAccrued }) => inCents(freeAccrued) > 0)
    // Money that a negative redemption gives back meanwhile is released with the rest.
    const releasedBut =
      (kept: number): MovesAt =>
      ({ committed, accrued }) => ({
        committed: -committed,
        accrued: kept - accrued,
        executed: 0,
        released: committed + accrued - kept,
      })
    if (!keeps) return { scheme, moves: releasedBut(0), content: { disposition: 'releaseAll' } }
    if (!accrued) return null
    const { amount, isThere } = this.#amount(accrued.freeAccrued)
    return {
      scheme,
      isThere,
      moves: releasedBut(inCents(amount)),
      content: { disposition: 'keepEarned', lines: [{ fundingNo: accrued.fundingNo, keepAmount: amount }] },
    }
  }

  #adjust(scheme: string, parts: readonly StoryFundingLine[], kind: 'up' | 'down' | 'swap'): RequestedAct | null {
    const { story, otherBudget } = this.#world
    const part = this.#random.one(parts)
    const { fundingNo, freeCommitted } = part
    if (kind === 'up') {
      const line = {
        kind,
        fundingNo,
        amount: cents(1000 + this.#random.upTo(20_000)),
        newBudgetCode: story.budget.code,
      }
      const moves = () => ({ committed: inCents(line.amount), accrued: 0, executed: 0, released: 0 })
      return { scheme, moves, content: { lines: [line] } }
    }
    if (inCents(freeCommitted) === 0) return null
    const { amount, isThere } = this.#amount(freeCommitted)
    const to = kind === 'swap' ? { newBudgetCode: otherBudget } : {}
    const released = inCents(amount)
    const moves = () => ({ committed: kind === 'down' ? -released : 0, accrued: 0, executed: 0, released })
    return { scheme, isThere, moves, content: { lines: [{ kind, fundingNo, amount, ...to }] } }
  }

  async #reversal(mode: 'reopen' | 'release'): Promise<RequestedAct | null> {
    const rows = await this.#world.server.query<Withheld>(
      `select d.no, d.scheme_no as scheme, l.funding_no as part from scheme_withhold d join scheme s on s.no = d.scheme_no
       join scheme_withhold_line l on l.document_id = d.id and l.round = d.round
       where d.state = 'approved' and s.no = any ($1) and (s.state in ('effective', 'partialExecution')) = ($2 = 'reopen') order by d.id`,
      [this.#life.numbers, mode],
    )
    if (rows.length === 0) return null
    const { no, scheme, part } = this.#random.one(rows)
    const found = (await this.#world.story.parts(scheme)).find(({ fundingNo }) => fundingNo === part)
    if (!found || inCents(found.freeAccrued) === 0) return null
    const isFull = this.#random.chance(0.2)
    const { amount, isThere } = this.#amount(found.freeAccrued)
    const lines = isFull ? [] : [{ fundingNo: part, amount }]
    return {
      scheme,
      isThere: isFull || isThere,
      moves: () =>
        isFull
          ? { executed: 0 }
          : {
              accrued: -inCents(amount),
              executed: 0,
              [mode === 'reopen' ? 'committed' : 'released']: inCents(amount),
            },
      content: { withholdNo: no, mode, scope: isFull ? 'full' : 'part', lines },
    }
  }

  async #recovery(recovery: 'rebate' | 'receivable'): Promise<RequestedAct | null> {
    const rows = await this.#world.server.query<Settled>(
      `select d.no || '/' || t.line_no as key, d.scheme_no as scheme, (t.amount - coalesce((select sum(l.amount) from scheme_clawback h
         join scheme_clawback_line l on l.document_id = h.id and l.round = h.round
         where h.state in ('approved', 'underApproval') and l.settled_line = d.no || '/' || t.line_no), 0))::text as left
       from scheme_settlement t join scheme_execute d on d.id = t.document_id where d.scheme_no = any ($1) order by t.document_id`,
      [this.#life.numbers],
    )
    const open = rows.filter(({ left }) => inCents(left) > 0)
    if (open.length === 0) return null
    const { key, scheme, left } = this.#random.one(open)
    const { amount, isThere } = this.#amount(left)
    const line = { settledLine: key, amount, recoveryReason: 'overCalculation' }
    return {
      scheme,
      isThere,
      moves: () => ({ executed: -inCents(amount), accrued: 0 }),
      content: { recovery, lines: [line] },
    }
  }
}
