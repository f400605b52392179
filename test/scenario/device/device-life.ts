import { Refused } from '#kernel/base/errors/errors.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { transaction, type Tx } from '#kernel/platform/db/tx.ts'
import { type Random, randomOf } from '#test/helpers/random.ts'

// A process of device-random-lives.test.ts: it moves sets of devices until it is killed or has done its acts, and tells the test what was committed.

/** What a life says of a move after its commit: the place of each device in its chain. */
export interface Moved {
  readonly event: string
  readonly devices: readonly string[]
  readonly seqs: readonly number[]
}

/** The last instant at which something happens; the test adds days up to there. */
export const LAST = Date.parse('2026-11-19T00:00:00Z')
const HOUR_MS = 3_600_000

interface Held {
  readonly device: string
  readonly seq: number
  readonly from_at: Date
  readonly type: string
  readonly code: string
  readonly form: string
  readonly scope: number
  readonly customer: string | null
  readonly store: string | null
}

interface Place {
  readonly type: string
  readonly code: string
  readonly form?: string
  readonly scope?: number
  readonly customer: string | null
  readonly store?: string | null
}

/** A move of those devices that it fits: where each goes, and what it counts as for whom. */
interface Kind {
  readonly event: string
  readonly fits: (held: Held) => boolean
  readonly to: (held: Held, random: Random) => Place
  readonly counts?: {
    readonly as: string
    readonly units: 1 | -1
    readonly for: (held: Held, place: Place) => string | null
  }
  readonly price?: true
}

const isOf =
  (...types: readonly string[]) =>
  ({ type }: Held) =>
    types.includes(type)
const customer = (code: string, scope = code === 'C-ID-1' ? 301 : 201): Place => ({
  type: 'customer',
  code,
  scope,
  customer: code,
})
const CUSTOMERS = ['C-IN-1', 'C-IN-2', 'C-ID-1']
const inChannel = isOf('customer', 'dealer', 'store')

export const KINDS: readonly Kind[] = [
  {
    event: 'sellIn',
    fits: isOf('factory', 'service'),
    to: (_, random) => customer(random.one(CUSTOMERS)),
    counts: { as: 'sellIn', units: 1, for: (_, place) => place.customer },
    price: true,
  },
  { event: 'transferred', fits: isOf('customer'), to: (_, random) => customer(random.one(CUSTOMERS)) },
  {
    event: 'sellThrough',
    fits: (held) => held.code === 'C-IN-1' || held.type === 'dealer',
    to: ({ type }) =>
      type === 'dealer'
        ? { type: 'store', code: 'ST-IN-1', customer: 'D-IN-1', store: 'ST-IN-1' }
        : { type: 'dealer', code: 'D-IN-1', customer: 'D-IN-1' },
    counts: { as: 'sellThrough', units: 1, for: (held) => held.customer },
  },
  { event: 'switched', fits: inChannel, to: (held) => ({ ...held, form: held.form === 'demo' ? 'regular' : 'demo' }) },
  {
    event: 'sellOut',
    fits: inChannel,
    to: (held) => ({ ...held, type: 'consumer', code: '-', form: 'regular' }),
    counts: { as: 'sellOut', units: 1, for: (held) => held.customer },
  },
  {
    event: 'returned',
    fits: isOf('consumer'),
    to: (held) =>
      held.store === null
        ? customer(held.customer!, held.scope)
        : { type: 'store', code: held.store, scope: held.scope, customer: held.customer, store: held.store },
    counts: { as: 'sellOut', units: -1, for: (held) => held.customer },
  },
  {
    event: 'returned',
    fits: isOf('customer'),
    to: ({ scope }) => ({ type: 'service', code: 'SV', scope, customer: null }),
    counts: { as: 'sellIn', units: -1, for: (held) => held.customer },
  },
]

const HELD = `select h.device_id as device, h.seq, h.from_at, h.holder_type as type, p.holder_code as code, h.form, h.scope_id as scope,
    p.customer_code as customer, p.store_code as store
  from device_holding h join device_place p on p.id = h.place_id where h.device_id = any ($1::bigint[])`

const MOVE = `select device_move($1::bigint[], $2::int[], $3::timestamptz[], device_places($4, $5, $6, $7, $8, $9, array_fill(null::text, array[cardinality($4::text[])])),
    device_sources(array_fill('INV-1'::text, array[cardinality($4::text[])]), array_fill(null::text, array[cardinality($4::text[])]), array_fill(null::int, array[cardinality($4::text[])]),
      $10::numeric[], $11::text[]),
    $12, $13, array(select c.id from unnest($14::text[]) with ordinality g (code, n) left join customer c on c.code = g.code order by g.n), $15) as moved`

/** Moves those of a set that the kind of move fits, from where they were when they were read. */
async function move(tx: Tx, random: Random, kind: Kind, held: readonly Held[]): Promise<Moved | null> {
  const going = held.filter(kind.fits).map((each) => {
    const at = new Date(each.from_at.getTime() + (1 + random.upTo(72)) * HOUR_MS)
    const place = kind.to(each, random)
    return { each, at, place, counted: kind.counts?.for(each, place) ?? null, price: random.one(['100.00', '95.50']) }
  })
  const due = going.filter(({ at }) => at.getTime() < LAST)
  if (due.length === 0) return null
  const values = [
    due.map(({ each }) => each.device),
    due.map(({ each }) => each.seq),
    due.map(({ at }) => at),
    due.map(({ place }) => place.type),
    due.map(({ place }) => place.code),
    due.map(({ place }) => place.form ?? 'regular'),
    due.map(({ place }) => place.scope ?? 201),
    due.map(({ place }) => place.customer),
    due.map(({ place }) => place.store ?? null),
    due.map(({ price }) => (kind.price ? price : null)),
    due.map(() => (kind.price ? 'INR' : null)),
    kind.event,
    kind.counts?.as ?? null,
    due.map(({ counted }) => counted),
    kind.counts?.units ?? 1,
  ]
  const row = await tx.first<{ moved: string[] }>({ text: MOVE, values })
  const moved = new Set(row!.moved)
  const done = due.filter(({ each }) => moved.has(each.device))
  return { event: kind.event, devices: done.map(({ each }) => each.device), seqs: done.map(({ each }) => each.seq + 1) }
}

async function activate(tx: Tx, random: Random, devices: readonly string[]): Promise<void> {
  await tx.run({
    text: `select device_activate($1::bigint[], $2::timestamptz[], $3::text[])`,
    values: [
      devices,
      devices.map(() => new Date(LAST - random.upTo(80 * 24) * HOUR_MS)),
      devices.map(() => random.one(['IN', 'ID'])),
    ],
  })
}

/** One transaction: devices are read, moved once or twice, and perhaps switched on; some are named twice. */
export function act(tx: Tx, random: Random, ids: readonly string[]): Promise<Moved[]> {
  const some = () => Array.from({ length: 1 + random.upTo(40) }, () => random.one(ids))
  const read = (devices: readonly string[]) => tx.rows<Held>({ text: HELD, values: [devices] })
  return (async () => {
    const told: Moved[] = []
    const set = some()
    const held = await read(set)
    await tx.run({ text: `select pg_sleep($1)`, values: [random.upTo(8) / 1_000] })
    const fitting = KINDS.filter((kind) => held.some(kind.fits))
    const first = await move(tx, random, random.one(fitting), [...held, ...held.slice(0, 3)])
    if (first) told.push(first)
    if (random.chance(0.4)) {
      const again = await move(tx, random, random.one(KINDS), await read(some()))
      if (again) told.push(again)
    }
    if (random.chance(0.3)) await activate(tx, random, some().slice(0, 12))
    return told
  })()
}

/** The database ended the connection, is not there, or is busy: what was begun is undone, and the life goes on. */
function isAway(error: unknown): boolean {
  if (error instanceof Refused) return true
  const { code, message } = error as { readonly code?: unknown; readonly message: string }
  return typeof code === 'string'
    ? /^(08|57P|ECONN|EPIPE)/.test(code)
    : /terminated|closed|not queryable|timeout/i.test(message)
}

async function live(databaseUrl: string, seed: number, acts: number): Promise<void> {
  const pool = createPool({ databaseUrl, max: 1, name: 'life' })
  const random = randomOf(seed)
  const { rows } = await pool.query<{ id: string }>('select id from device order by id')
  const ids = rows.map(({ id }) => id)
  for (let done = 0; done < acts;) {
    try {
      const told = await transaction(pool, (tx) => act(tx, random, ids))
      process.send?.(told)
      done += 1
    } catch (error) {
      if (!isAway(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  await pool.end()
}

if (import.meta.main) {
  const [databaseUrl = '', seed = '1', acts = '1'] = process.argv.slice(2)
  await live(databaseUrl, Number(seed), Number(acts))
  process.disconnect?.()
}
