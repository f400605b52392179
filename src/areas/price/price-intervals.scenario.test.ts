import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANGE_ACTS } from '#kernel/engine/interval/interval.ts'
import { testDatabase } from '#kernel/testing/test-database.ts'

// Random sets of changes of list prices against a model that knows only what a list of days and prices is.

interface Span {
  readonly from: number
  readonly to: number | null
  readonly price: number
}

interface Change extends Span {
  readonly key: number
  readonly mode: 'replace' | 'temporary' | 'clear'
}

const KEYS = [1, 2, 3]
const DAY = 86_400_000
const ZERO = Date.UTC(2026, 0, 1)
const at = (day: number) => new Date(ZERO + day * DAY)

const change: fc.Arbitrary<Change> = fc
  .record({
    key: fc.constantFrom(...KEYS),
    mode: fc.constantFrom('replace' as const, 'replace' as const, 'temporary' as const, 'clear' as const),
    from: fc.nat(60),
    length: fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
    price: fc.integer({ min: 1, max: 999 }),
  })
  .map(({ length, from, mode, ...rest }) => ({
    ...rest,
    mode,
    from,
    to: length === null && mode === 'replace' ? null : from + (length ?? 5),
  }))

/** What stands after a change, by the sentences of domain.md 5 alone. */
function afterwards(before: readonly Span[], { from, to, price, mode }: Change): readonly Span[] {
  const end = mode === 'replace' ? null : to
  const rest = before.flatMap((span) => {
    const head = { ...span, to: span.to === null ? from : Math.min(span.to, from) }
    const tail = end === null ? null : { ...span, from: Math.max(span.from, end) }
    return [
      ...(head.from < head.to ? [head] : []),
      ...(tail && (tail.to === null || tail.from < tail.to) ? [tail] : []),
    ]
  })
  return [...rest, ...(mode === 'clear' ? [] : [{ from, to, price }])].toSorted((a, b) => a.from - b.from)
}

let client: pg.Client
let organisation: number
let first = 0

beforeAll(async () => {
  client = new pg.Client({ connectionString: await testDatabase() })
  await client.connect()
  // Days of a feed begin where its organisation is.
  const { rows } = await client.query<{ id: number }>(
    `update organisation set timezone = 'UTC+00:00' where id = (select min(id) from organisation) returning id`,
  )
  organisation = rows[0]!.id
})

afterAll(() => client?.end())

async function put(changes: readonly Change[], now: Date): Promise<void> {
  await client.query(
    `select price_row_put(
       (select array_agg(row(null, null, null, c.key, c.from_at, c.to_at, null, null, null, $1, c.price, 'exclusive', 0, null, null, null, null, null, null,
          null, 'test', null, null, null, null)::price_row order by c.n) from jsonb_to_recordset($2) as c (n int, key int, from_at timestamptz, to_at timestamptz, price numeric)),
       $3::text[], $4::text[], $5::int[], $6, 0, 'test', null, null, null)`,
    [
      organisation,
      JSON.stringify(
        changes.map((each, n) => ({
          n,
          key: first + each.key,
          from_at: at(each.from),
          to_at: each.to === null ? null : at(each.to),
          price: each.price,
        })),
      ),
      changes.map(({ mode }) => mode),
      changes.map(({ mode }) => (mode === 'clear' ? 'end' : 'put')),
      changes.map((_, n) => n + 1),
      now,
    ],
  )
}

const day = (column: string) => `((extract(epoch from ${column}) * 1000 - ${ZERO}) / ${DAY})::int`
const SPAN = `r.key_id - $1 as key, ${day('r.valid_from')} as "from", ${day('r.valid_to')} as "to", r.price::int as price`

async function rows(where: string, values: readonly unknown[] = []): Promise<readonly (Span & { key: number })[]> {
  const found = await client.query<Span & { key: number }>(
    `select ${SPAN} from price_row r where r.key_id > $1 and ${where} order by r.key_id, r.valid_from`,
    [first, ...values],
  )
  return found.rows
}

/** The rows that the changes come to, replayed from nothing. */
async function replayed(): Promise<readonly (Span & { key: number })[]> {
  const changes = await client.query<{ before: string | null; after: string | null }>(
    'select before_id as before, after_id as after from price_change where key_id > $1 order by id',
    [first],
  )
  const standing = new Set<string>()
  for (const { before, after } of changes.rows) {
    if (after !== null) standing.add(after)
    if (before !== null) standing.delete(before)
  }
  return rows('r.id = any ($2)', [[...standing]])
}

/** Keys without a price: history is only ever added to, so each list begins with keys of its own. */
async function begin(): Promise<void> {
  first += KEYS.length
  await client.query(
    `insert into price_key (id, scope_id, area_id, classification_code, sku_code, trade_term_code, currency) overriding system value
     select $3 + k, $1, 1, 'PC', 'SKU-' || ($3 + k), 'FOB', 'USD' from unnest($2::int[]) k`,
    [organisation, KEYS, first],
  )
}

interface FeedLine extends Span {
  readonly key: number
}

const feedLine: fc.Arbitrary<FeedLine> = fc
  .record({
    key: fc.constantFrom(...KEYS),
    from: fc.nat(60),
    length: fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
    price: fc.integer({ min: 1, max: 999 }),
  })
  .map(({ length, from, ...rest }) => ({ ...rest, from, to: length === null ? null : from + length }))
/** A key of a feed has each first day once. */
const feedLines = fc.uniqueArray(feedLine, {
  minLength: 1,
  maxLength: 5,
  selector: ({ key, from }) => `${key} ${from}`,
})

let feed = 1_000_000

/** Writes a feed as a document and puts it into the list, at an instant of the story. */
async function putFeed(lines: readonly FeedLine[], now: Date): Promise<number> {
  feed += 1
  await tellTime(now)
  await client.query(
    `insert into price_feed (id, no, state, version, round, scope_id, drafter_id, updated_by, created_at, updated_at, area_id, source, reference)
     values ($1::bigint, 'PF' || $1::bigint, 'applied', 1, 1, $2, 0, 0, $3, $3, 1, 'file', 'R' || $1::bigint)`,
    [feed, organisation, now],
  )
  await client.query(
    `insert into price_feed_line (document_id, round, line_no, classification_code, sku_code, trade_term_code, currency, price, tax_mode, effective_from,
       effective_to)
     select $1, 1, l.n, 'PC', 'SKU-' || l.key, 'FOB', 'USD', l.price, 'exclusive', $3::date + l."from", $3::date + l."to" - 1
     from jsonb_to_recordset($2) l (n int, key int, "from" int, "to" int, price numeric)`,
    [feed, JSON.stringify(lines.map((each, n) => ({ ...each, n: n + 1, key: first + each.key }))), new Date(ZERO)],
  )
  await client.query('select price_feed_apply($1)', [feed])
  return feed
}

async function takeBack(id: number, now: Date): Promise<void> {
  await tellTime(now)
  await client.query('select price_feed_undo($1, 0, null)', [id])
  await client.query(`update price_feed set state = 'undone' where id = $1`, [id])
}

async function tellTime(now: Date): Promise<void> {
  await client.query(`select set_config('product.clock_ahead', '0', false)`)
  await client.query(`select set_config('product.clock_ahead', ($1::timestamptz - product_now())::text, false)`, [now])
}

/** Neighbours of one price as one. */
function merged(spans: readonly FeedLine[]): readonly FeedLine[] {
  return spans.reduce<readonly FeedLine[]>((all, span) => {
    const last = all.at(-1)
    const isNext = last?.key === span.key && last.to === span.from && last.price === span.price
    return isNext ? [...all.slice(0, -1), { ...last, to: span.to }] : [...all, span]
  }, [])
}

/** What stands after a feed: of its lines the one that begins later holds. */
function afterFeed(model: ReadonlyMap<number, readonly Span[]>, lines: readonly FeedLine[]) {
  const next = new Map(model)
  for (const each of lines.toSorted((a, b) => a.from - b.from)) {
    // Until the end of time.
    const mode = each.to === null ? ('replace' as const) : ('temporary' as const)
    next.set(each.key, afterwards(next.get(each.key)!, { ...each, mode }))
  }
  return next
}

const spansOf = (model: ReadonlyMap<number, readonly Span[]>) =>
  KEYS.flatMap((key) => model.get(key)!.map((span) => ({ key, ...span })))

describe('price rows', () => {
  it('random feeds, some of them taken back, leave what a list of days and prices would have, in the rows, in the replayed history and as of every earlier time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ lines: feedLines, isTakenBack: fc.boolean() }), { minLength: 1, maxLength: 5 }),
        async (story) => {
          await begin()
          let model: ReadonlyMap<number, readonly Span[]> = new Map(KEYS.map((key) => [key, []]))
          const snapshots: (readonly (Span & { key: number })[])[] = []
          const now = () => at(snapshots.length * 10)
          for (const { lines, isTakenBack } of story) {
            const before = model
            const id = await putFeed(lines, now())
            model = afterFeed(model, lines)
            expect(await rows('r.known_until is null')).toEqual(spansOf(model))
            snapshots.push(spansOf(model))
            if (!isTakenBack) continue
            await takeBack(id, now())
            model = before
            // A price that comes back may be split into several rows.
            expect(merged(await rows('r.known_until is null'))).toEqual(merged(spansOf(model)))
            snapshots.push(await rows('r.known_until is null'))
          }
          expect(await replayed()).toEqual(await rows('r.known_until is null'))
          for (const [turn, snapshot] of snapshots.entries())
            expect(
              await rows('r.known_from <= $2 and (r.known_until is null or r.known_until > $2)', [at(turn * 10 + 5)]),
            ).toEqual(snapshot)
        },
      ),
      { numRuns: 40, seed: 129 },
    )
  })

  it('random sets of changes leave what a list of days and prices would have, in the rows, in the replayed history and as of every earlier time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        async (sets) => {
          await begin()
          const model = new Map<number, readonly Span[]>(KEYS.map((key) => [key, []]))
          const snapshots: (readonly (Span & { key: number })[])[] = []
          for (const [turn, set] of sets.entries()) {
            await put(set, at(turn * 10))
            for (const each of set.toSorted((a, b) => a.from - b.from))
              model.set(each.key, afterwards(model.get(each.key)!, each))
            const expected = KEYS.flatMap((key) => model.get(key)!.map((span) => ({ key, ...span })))
            expect(await rows('r.known_until is null')).toEqual(expected)
            snapshots.push(expected)
          }
          expect(await replayed()).toEqual(snapshots.at(-1))
          for (const [turn, snapshot] of snapshots.entries())
            expect(
              await rows('r.known_from <= $2 and (r.known_until is null or r.known_until > $2)', [at(turn * 10 + 5)]),
            ).toEqual(snapshot)
        },
      ),
      { numRuns: 60, seed: 20 },
    )
  })

  it('a change that touched another row is recorded as its cause', async () => {
    await begin()
    await put([{ key: 1, mode: 'replace', from: 0, to: null, price: 100 }], at(0))
    await put([{ key: 1, mode: 'temporary', from: 10, to: 20, price: 90 }], at(1))
    const { rows: changes } = await client.query<{
      act: string
      parent: boolean
      before: string | null
      after: string | null
    }>(
      `select c.act, c.parent_id is not null as parent, b.price::text || ' v' || b.version as before, a.price::text || ' v' || a.version as after
       from price_change c left join price_row b on b.id = c.before_id left join price_row a on a.id = c.after_id where c.key_id > $1 order by c.at, c.id`,
      [first],
    )
    expect(changes).toEqual([
      { act: 'put', parent: false, before: null, after: '100.00 v1' },
      { act: 'put', parent: false, before: null, after: '90.00 v1' },
      { act: 'cut', parent: true, before: '100.00 v1', after: '100.00 v2' },
      { act: 'split', parent: true, before: null, after: '100.00 v1' },
    ])
    expect(changes.every(({ act }) => (CHANGE_ACTS as readonly string[]).includes(act))).toBe(true)
  })

  it('the database refuses two prices of one key at one instant, whatever writes them', async () => {
    await begin()
    await put([{ key: 1, mode: 'replace', from: 0, to: null, price: 100 }], at(0))
    await expect(
      client.query(
        `insert into price_row (row_id, version, key_id, valid_from, known_from, scope_id, price, tax_mode, source_type, party)
         values (1, 1, $3, $1, $1, $2, 1, 'exclusive', 'test', 'class:PC')`,
        [at(30), organisation, first + 1],
      ),
    ).rejects.toThrow(/price_row__once/)
  })
})
