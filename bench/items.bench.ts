// A transfer of 100,000 devices of a large registry: its numbers put into a draft and judged as an import does it, raised into the round of a submit, and
// moved after the approval by one worker and by two; beside it the statements that the database at least needs for the same.
import { type Tx, transaction } from '#kernel/platform/db/tx.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { itemStore, type Judgement } from '#kernel/engine/items/item-store.ts'
import { deviceTransfer } from '#areas/device/transfer/device-transfer.doc.ts'
import { benchDatabase } from './lib/database.ts'
import { registry, registryRecipe } from './lib/devices.ts'
import { load, printGoals, printTable, setting } from './lib/report.ts'

const DEVICES = setting('BENCH_DEVICES', 20_000_000, 4_000)
const ITEMS = setting('BENCH_ITEMS', 100_000, 500)
const AT_ONCE = 5_000
const SPAN = 2_000
const GOALS = { judged: 10, moved: 12, movedByTwo: 6, toBare: 2, paste: 0.15 } as const
const [GIVER, RECEIVER] = [registry.customer(1), registry.customer(2)]

const database = await benchDatabase('items', registryRecipe(DEVICES), { keep: true })
const pool = createPool({ databaseUrl: database.url, max: 4, name: 'bench' })
const items = itemStore(deviceTransfer)
const by: Judgement = { values: [GIVER, null, null, null, null], scopes: null, codes: null }
const busy = load()

const run = (text: string, values: unknown[] = []) => transaction(pool, (tx) => tx.rows<object>({ text, values }))
async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
const parts = (count: number) => Array.from({ length: Math.ceil(count / AT_ONCE) }, (_, index) => index * AT_ONCE)

/** Every fifth device, so that they lie all over their tables; what an earlier run moved comes back. */
const ids = Array.from({ length: ITEMS }, (_, index) => 1 + ((index * 5 * 39) % DEVICES))
const [places] = (await run(
  `select device_places(array['customer', 'customer'], array[$1, $2], array['regular', 'regular'], array[c.scope_id, d.scope_id], array[$1, $2], array[null, null], array[null, null]) as of
   from customer c cross join customer d where c.code = $1 and d.code = $2`,
  [GIVER, RECEIVER],
)) as [{ of: [number, number] }]
async function give(place: number): Promise<void> {
  for (const from of parts(ITEMS))
    await run(
      `select cardinality(device_move(array_agg(h.device_id), array_agg(h.seq), array_agg(greatest(product_now(), h.from_at + interval '1 second')), array_agg($2::int),
         array_agg(null::int), 'transferred')) from device_holding h where h.device_id = any ($1) and h.place_id <> $2`,
      [ids.slice(from, from + AT_ONCE), place],
    )
  await run(
    `update device_holding set activated_at = null, activated_on = null where device_id = any ($1) and activated_at is not null`,
    [ids],
  )
  await run('delete from device_hold')
}
const numbers = ((await run('select sn from device where id = any ($1) order by id', [ids])) as { sn: string }[]).map(
  ({ sn }) => sn,
)
let last = 0

/** An approved transfer from the giver to the receiver, as its row says it. */
async function document(): Promise<string> {
  last += 1
  const [made] = (await run(
    `insert into device_transfer (id, no, state, version, round, scope_id, drafter_id, updated_by, created_at, updated_at, from_customer, to_customer, direction)
     select nextval('document_id'), $3 || currval('document_id'), 'processing', 1, 1, c.scope_id, 1, 1, product_now(), product_now(), $1, $2, 'same' from customer c where c.code = $1
     returning id`,
    [GIVER, RECEIVER, `BENCH${last}-`],
  )) as [{ id: string }]
  return made.id
}

/** As an import does it: each number is judged before anything is written, and again in the draft. */
async function draft(id: string): Promise<void> {
  for (const from of parts(ITEMS)) {
    const some = numbers.slice(from, from + AT_ONCE)
    await transaction(pool, (tx) => tx.rows(items.outcomes(id, some, by)))
    await transaction(pool, async (tx) => {
      await tx.run(
        items.put(
          id,
          some.map((number) => ({ number, fault: null })),
        ),
      )
      await tx.run(items.judge(id, some, by))
    })
  }
  await transaction(pool, (tx) => tx.run(items.count(id, 0)))
}
async function raise(id: string): Promise<void> {
  await transaction(pool, async (tx: Tx) => {
    await tx.run(items.raise(id, 1, by))
    await tx.run(items.count(id, 1))
    await tx.run(items.start(id, 1))
  })
}
async function moved(id: string, workers: number): Promise<void> {
  const one = async () => {
    for (;;) {
      const [found] = (await run(`select device_transfer_span($1, 1, ${SPAN}) as taken`, [id])) as [{ taken: number }]
      if (found.taken === 0) return
    }
  }
  await Promise.all(Array.from({ length: workers }, one))
  const counts = await transaction(pool, (tx) => tx.first(items.counts(id, 1)))
  if (counts?.done !== ITEMS) throw new Error(`${counts?.done} of ${ITEMS} devices were moved`)
}

await give(places.of[0])
const first = await document()
const judgedIn = await seconds(() => draft(first))
const raisedIn = await seconds(() => raise(first))
const movedIn = await seconds(() => moved(first, 1))
await give(places.of[0])
const second = await document()
await draft(second)
const pasted = numbers.slice(0, 500)
const pastedIn = await seconds(() => transaction(pool, (tx) => tx.run(items.judge(second, pasted, by))))
const oneMore = await seconds(() => transaction(pool, (tx) => tx.run(items.judge(second, numbers.slice(0, 1), by))))
await raise(second)
const movedByTwo = await seconds(() => moved(second, 2))

/** The least that the same moves take: rows of where the devices were, rows of where they are, and an outcome for each. */
await give(places.of[0])
const bare = await seconds(async () => {
  for (const from of parts(ITEMS)) {
    const some = ids.slice(from, from + AT_ONCE)
    await transaction(pool, async (tx) => {
      await tx.run({
        text: `select device_move(array_agg(device_id), array_agg(seq), array_agg(from_at + interval '2 seconds'), array_agg($2::int), array_agg(null::int), 'transferred')
        from device_holding where device_id = any ($1)`,
        values: [some, places.of[1]],
      })
      await tx.run({
        text: `update device_transfer_item set detail = '-' where document_id = $1 and round = 0 and number = any ($2)`,
        values: [second, numbers.slice(from, from + AT_ONCE)],
      })
    })
  }
})

const million = (value: number) => value.toLocaleString('en')
printTable([
  {
    [`${million(ITEMS)} items of ${million(DEVICES)} devices`]: 'put into a draft and judged',
    seconds: judgedIn.toFixed(2),
  },
  {
    [`${million(ITEMS)} items of ${million(DEVICES)} devices`]: 'raised and locked by the submit',
    seconds: raisedIn.toFixed(2),
  },
  { [`${million(ITEMS)} items of ${million(DEVICES)} devices`]: 'moved by one worker', seconds: movedIn.toFixed(2) },
  {
    [`${million(ITEMS)} items of ${million(DEVICES)} devices`]: 'moved by two workers',
    seconds: movedByTwo.toFixed(2),
  },
  {
    [`${million(ITEMS)} items of ${million(DEVICES)} devices`]: 'sets moved and outcomes noted by bare statements',
    seconds: bare.toFixed(2),
  },
  {
    [`${million(ITEMS)} items of ${million(DEVICES)} devices`]: '500 of them judged again',
    seconds: pastedIn.toFixed(3),
  },
  {
    [`${million(ITEMS)} items of ${million(DEVICES)} devices`]: 'one of them judged again',
    seconds: oneMore.toFixed(3),
  },
])
console.log(`load before ${busy}, after ${load()}`)
printGoals([
  { what: 'put and judged', value: judgedIn, goal: GOALS.judged, is: 'most', unit: 's' },
  {
    what: 'moved by one worker',
    value: movedIn,
    goal: GOALS.moved,
    is: 'most',
    unit: 's',
    floor: `bare ${bare.toFixed(1)} s`,
  },
  { what: 'moved by two workers', value: movedByTwo, goal: GOALS.movedByTwo, is: 'most', unit: 's' },
  { what: 'moved beside bare statements', value: movedIn / bare, goal: GOALS.toBare, is: 'most', unit: 'x' },
  { what: '500 pasted numbers judged', value: pastedIn, goal: GOALS.paste, is: 'most', unit: 's' },
])
await pool.end()
await database.close()
