import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clockAhead, productNow } from '#kernel/base/clock/clock.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { refusalText, registerTexts } from '#kernel/base/i18n/texts.ts'
import { countStates } from '#kernel/engine/definition/axes/axis.ts'
import { loadDocument } from '#kernel/engine/document/load-document.ts'
import { allRowsStatement, countStatement } from '#kernel/engine/document/list/list-query.ts'
import { sessionOptions } from '#kernel/platform/db/pool.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'
import { budgetWorld, type World } from '#test/helpers/budget/budget-world.ts'
import { priceArea } from '../price.area.ts'
import { validity } from '../shared/validity.ts'
import { priceReviewDocument } from './price-review.document.ts'
import { priceReview as en } from './price-review.en.ts'
import { priceReview as zh } from './price-review.zh.ts'

registerTexts(priceArea.name, {
  en: { ...priceArea.texts.en, documents: { priceReview: en } },
  zh: { ...priceArea.texts.zh, documents: { priceReview: zh } },
})

const { definition } = priceReviewDocument
const DAY = 86_400_000
const STATES = ['toBeEffective', 'effective', 'expired', 'inactivated'] as const

let url: string
let world: World
let scope: { id: number; zone: string }
let documents = 800_000
const pools = new Map<number, pg.Pool>()

beforeAll(async () => {
  url = await testDatabase()
  world = await budgetWorld(url, '1000.00', 4)
  world.now = productNow()
  const [found] = await world.query<{ id: number; zone: string }>(
    'select o.id, o.timezone as zone from area a join organisation o on o.id = a.organisation_id where a.id = 2',
  )
  scope = found!
})
afterAll(async () => {
  for (const pool of pools.values()) await pool.end()
  await world?.close()
})

/** The database as it is so many days from now. */
function on(days: number): pg.Pool {
  let pool = pools.get(days)
  if (!pool) {
    pool = new pg.Pool({ connectionString: url, options: sessionOptions(clockAhead() + days * DAY), max: 1 })
    pools.set(days, pool)
  }
  return pool
}

/** The day so many days from today, in the zone of the area. */
const day = (from: number): string => {
  const minutes = Number(scope.zone.slice(4, 6)) * 60 + Number(scope.zone.slice(7, 9))
  return new Date(world.now.getTime() + minutes * 60_000 + from * DAY).toISOString().slice(0, 10)
}

interface Review {
  readonly from: number
  readonly to?: number
  readonly state?: string
  /** Products, each with the day from which its line holds where that is another. */
  readonly lines: Readonly<Record<string, number | null>>
}

/** A review as its approval leaves it. */
async function review({ from, to, lines, state = 'approved' }: Review): Promise<string> {
  const id = String((documents += 1))
  await world.query(
    `insert into price_review (id, no, state, version, round, scope_id, drafter_id, updated_by, created_at, updated_at, area_id, classification_code,
       trade_term_code, currency, basis, tax_mode, mode, effective_from, effective_to, retro, reason)
     values ($1::bigint, 'PA' || $1::bigint, $6, 1, 1, $2, 1, 1, $3, $3, 2, 'PV', 'FOB', 'USD', 'other', 'exclusive', 'replace', $4, $5, 'yes', 'New prices')`,
    [id, scope.id, world.now, day(from), to === undefined ? null : day(to), state],
  )
  await world.query(
    `insert into document (document_id, document_type, no, scope_id, drafter_id, state, round, updated_at)
     values ($1::bigint, 'priceReview', 'PA' || $1::bigint, $2, 1, $4, 1, $3)`,
    [id, scope.id, world.now, state],
  )
  for (const [at, [sku, begins]] of Object.entries(lines).entries())
    await world.query(
      `insert into price_review_line (document_id, round, line_no, sku_code, price, line_from) values ($1, 1, $2, $3, 10, $4)`,
      [id, at + 1, sku, begins === null ? null : day(begins)],
    )
  if (state !== 'approved') return id
  await world.query('select price_hold_take($1)', [id])
  await world.query('select price_apply($1)', [id])
  return id
}

const act = (action: string, id: string, input: object) =>
  world.act('in.finance', action, { id, input: { reason: 'The model ends', ...input } }, undefined, priceReviewDocument)

const refusalOf = (attempt: Promise<unknown>, language: 'en' | 'zh' = 'en') =>
  attempt.then(
    () => 'done',
    (error: unknown) =>
      error instanceof Refused ? refusalText(language, error.refusals[0]!) : Promise.reject(error as Error),
  )

/** What the page of a review shows so many days from now: its state and those of its lines. */
async function shown(id: string, days = 0): Promise<string> {
  const context = await world.contextOf('in.finance')
  const { wire, lines } = await reading(on(days), (tx) => loadDocument(tx, context, definition, { id }))
  return `${wire['validity'] as string}: ${lines.map((line) => line['validity'] as string).join(', ')}`
}

/** The states by which lists find these reviews so many days from now, with the number that is counted. */
async function listed(ids: readonly string[], days = 0): Promise<Record<string, string>> {
  const { principal } = await world.contextOf('in.finance')
  const found: Record<string, string> = {}
  for (const state of STATES) {
    const rows = allRowsStatement(definition, principal, { validity: state })
    const { rows: listedRows } = await on(days).query(rows.text, [...rows.values])
    const count = countStatement(definition, principal, { validity: state })
    const { rows: counted } = await on(days).query(count.text, [...count.values])
    expect(counted).toEqual([{ total: listedRows.length }])
    for (const row of listedRows as { id: string; validity: string }[]) {
      expect(row.validity).toBe(state)
      expect(found[row.id]).toBe(undefined)
      found[row.id] = state
    }
  }
  return Object.fromEntries(ids.map((id) => [id, found[id] ?? 'none']))
}

describe('the validity of a price review', () => {
  it('a review waits, is in force and expires as days pass, without anything being written', async () => {
    const id = await review({ from: 3, to: 8, lines: { A1: null, A2: 5 } })
    const seen = []
    for (const days of [0, 4, 6, 9]) {
      const state = await shown(id, days)
      expect(await listed([id], days)).toEqual({ [id]: state.split(':')[0] })
      seen.push(state)
    }
    expect(seen).toEqual([
      'toBeEffective: toBeEffective, toBeEffective',
      'effective: effective, toBeEffective',
      'effective: effective, effective',
      'expired: expired, expired',
    ])
  })

  it('acts and later documents move it in their own transaction', async () => {
    const id = await review({ from: -5, to: 20, lines: { B1: null, B2: 4, B3: 6 } })
    await act('revoke', id, { skuCodes: 'B2' })
    expect(await shown(id)).toBe('effective: effective, inactivated, toBeEffective')
    await review({ from: -1, lines: { B1: null } })
    expect(await shown(id)).toBe('toBeEffective: expired, inactivated, toBeEffective')
    await act('extend', id, { day: day(25) })
    expect(await shown(id, 22)).toBe('effective: expired, inactivated, effective')
    await act('endEarly', id, { day: day(10) })
    expect(await shown(id, 22)).toBe('expired: expired, inactivated, expired')
    await act('revoke', id, {})
    expect(await shown(id)).toBe('expired: expired, inactivated, inactivated')
  })

  it('an act that its validity does not allow is refused with the state, in both languages, and is not offered', async () => {
    const waiting = await review({ from: 5, to: 50, lines: { C1: null } })
    const running = await review({ from: -5, to: 50, lines: { C2: null } })
    const context = await world.contextOf('in.finance')
    const offered = async (id: string) =>
      (await reading(world.pool, (tx) => loadDocument(tx, context, definition, { id }))).wire['acts'] ?? []
    expect(await offered(waiting)).toEqual(['endEarly', 'revoke', 'extend'])
    expect(await offered(running)).toEqual(['endEarly', 'extend'])
    expect(await refusalOf(act('revoke', running, {}))).toBe('This is not possible while “Validity” is “Effective”')
    const over = await review({ from: -20, to: -5, lines: { C3: null } })
    expect(await offered(over)).toEqual([])
    for (const [name, input] of [
      ['revoke', {}],
      ['endEarly', { day: day(9) }],
      ['extend', { day: day(9) }],
    ] as const)
      expect(await refusalOf(act(name, over, input))).toBe('This is not possible while “Validity” is “Expired”')
    await act('revoke', waiting, {})
    expect(await offered(waiting)).toEqual([])
    expect(await refusalOf(act('endEarly', waiting, { day: day(9) }), 'zh')).toBe(
      '“生效状态”为“已作废”，不能执行此操作',
    )
  })

  it('a review that is not approved has no validity, and a state that the axis does not have is refused', async () => {
    const id = await review({ from: 1, lines: { D1: null }, state: 'underApproval' })
    expect(await listed([id])).toEqual({ [id]: 'none' })
    const { principal } = await world.contextOf('in.finance')
    for (const wrong of ['pending', ['effective', 'x'], 7])
      expect(() => countStatement(definition, principal, { validity: wrong })).toThrow('http.invalidField')
    expect(() => allRowsStatement(definition, principal, { sort: ['validity'] })).toThrow('http.invalidField')
  })

  it('the list says what the pure function makes of the states of lines, for any rows of them and any day', async () => {
    const rows = fc.array(
      fc.record({
        line: fc.integer({ min: 1, max: 3 }),
        from: fc.integer({ min: -6, max: 6 }),
        days: fc.integer({ min: 1, max: 4 }),
        isOpen: fc.boolean(),
      }),
      { maxLength: 5 },
    )
    const id = await review({ from: 0, lines: { E1: null, E2: null, E3: null } })
    // Of one key no two rows overlap; here each row has a key of its own.
    const keys = await world.query<{ id: number }>(
      `insert into price_key (scope_id, area_id, classification_code, sku_code, trade_term_code, currency)
       select $1, 2, 'PV', 'E-' || n, 'FOB', 'USD' from generate_series(1, 5) n returning id`,
      [scope.id],
    )
    const { principal } = await world.contextOf('in.finance')
    const at = (days: number) => new Date(world.now.getTime() + days * DAY)
    const written = async (given: readonly { line: number; from: number; to: number }[]) => {
      await world.query('update price_row set known_until = product_now() where source_id = $1', [id])
      await world.query(
        `insert into price_row (row_id, version, key_id, valid_from, valid_to, known_from, scope_id, price, tax_mode, source_type, source_id, source_no, line_no, party)
         select 1, 1, k, f, t, product_now(), $1, 10, 'exclusive', 'priceReview', $2, 'PA', l, p.party
         from unnest($3::int[], $4::timestamptz[], $5::timestamptz[], $6::int[]) x (k, f, t, l) join price_key p on p.id = k`,
        [
          scope.id,
          id,
          given.map((_, index) => keys[index]!.id),
          given.map(({ from }) => at(from)),
          given.map(({ to }) => (to === Infinity ? null : at(to))),
          given.map(({ line }) => line),
        ],
      )
    }
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: -7, max: 9 }), async (given, moment) => {
        const times = given.map(({ line, from, days, isOpen }) => {
          return { line, from: from + 0.5, to: isOpen ? Infinity : from + days + 0.5 }
        })
        await written(times)
        const lines = [1, 2, 3].map((line): (typeof STATES)[number] => {
          const own = times.filter((row) => row.line === line)
          if (own.some(({ from, to }) => from <= moment && to > moment)) return 'effective'
          if (own.some(({ from }) => from > moment)) return 'toBeEffective'
          return own.length > 0 ? 'expired' : 'inactivated'
        })
        const state = validity.ofLines(countStates(lines))
        expect(await shown(id, moment)).toBe(`${state}: ${lines.join(', ')}`)
        const { text, values } = allRowsStatement(definition, principal, { validity: state })
        const found = (await on(moment).query<{ id: string; validity: string }>(text, [...values])).rows
        expect(found.find((row) => row.id === id)?.validity).toBe(state)
      }),
      { numRuns: 20 },
    )
  })
})
