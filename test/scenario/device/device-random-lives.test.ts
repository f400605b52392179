import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedServer, startEmbedded } from '#kernel/platform/db/embedded/embedded.ts'
import { createFromRecipe, migratedRecipe } from '#kernel/platform/db/embedded/template.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { workServices } from '#kernel/platform/jobs/area-work.ts'
import { closedDaysWork } from '#areas/device/stock/closed-days.work.ts'
import { type DeviceWorld, deviceWorld } from '#test/helpers/scheme/device-world.ts'
import { brokenDeviceLaws } from '#test/helpers/scheme/device-laws.ts'
import { randomOf } from '#test/helpers/random.ts'
import { until } from '#test/helpers/until.ts'
import { KINDS, LAST, type Moved } from './device-life.ts'

// Random lives of devices: two processes move sets that overlap while the days of countries are added up, and processes, connections and
// PostgreSQL itself are killed in the middle. `npm run soak` lives longer.

const UNITS = Number(process.env['DEVICE_UNITS'] ?? 200)
/** Transactions of each process. */
const ACTS = Number(process.env['DEVICE_ACTS'] ?? 40)
const KILLS = Number(process.env['DEVICE_KILLS'] ?? 3)
const SEED = Number(process.env['DEVICE_SEED'] ?? 20261201)

let dataDir: string
let postgres: EmbeddedServer
let databaseUrl: string
let its: DeviceWorld

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'lives-'))
  postgres = await startEmbedded({ dataDir })
  databaseUrl = await createFromRecipe(postgres.url('postgres'), migratedRecipe(), 'lives')
  its = await deviceWorld(databaseUrl, 4)
  await its.world.query(
    `insert into device (sn, sku_code, spu_code, produced_on, destination_country)
     select 'SNL' || lpad(n::text, 8, '0'), case when n % 2 = 0 then 'X1-BK' else 'X1-WH' end, 'X1', '2026-08-01', 'IN' from generate_series(1, $1) n`,
    [UNITS],
  )
  await its.world.query(
    `insert into device_holding (device_id, sku_id, from_at, place_id, scope_id, holder_type, form, event)
     select d.id, k.id, '2026-08-01', (device_places('{factory}', '{F1}', '{regular}', '{1}', '{null}', '{null}', '{null}'))[1], 1, 'factory', 'regular', 'produced'
     from device d join sku k on k.code = d.sku_code`,
  )
})
afterAll(async () => {
  await its?.close().catch(() => undefined)
  await postgres?.stop()
  if (dataDir) rmSync(dataDir, { recursive: true, force: true })
})

/** What counts of each move, told by the way of the device; nothing else counts but activations. */
const WRONG_COUNTS = `with moved as (
    select i.device_id, i.from_at as at, i.event, p.customer_code as left_customer, p.holder_type as left_type, i.customer_code as customer
    from device_interval i join device_interval p on p.device_id = i.device_id and p.seq = i.seq - 1
  ), due as (
    select device_id, at, case when event <> 'returned' then event when left_type = 'consumer' then 'sellOut' else 'sellIn' end as basis,
      case when event = 'returned' then -1 else 1 end as units, case when event = 'sellIn' then customer else left_customer end as customer
    from moved where event in ('sellIn', 'sellThrough', 'sellOut', 'returned')
  ), counted as (
    select n.device_id, n.at, n.basis, n.units::int, u.code as customer from device_count n join customer u on u.id = n.counted_for where n.basis <> 'activation'
  )
  (table due except all table counted) union all (table counted except all table due)`

/** A process that lives so many acts more; one that is killed has told what it did until then. */
class Life {
  readonly told: Moved[] = []
  left = ACTS
  #seed: number
  #child: ChildProcess
  #complaints = ''

  constructor(seed: number) {
    this.#seed = seed
    this.#child = this.#start()
  }

  #start(): ChildProcess {
    const file = join(import.meta.dirname, 'device-life.ts')
    const child = fork(file, [databaseUrl, String((this.#seed += 1)), String(this.left)], { silent: true })
    child.stderr?.on('data', (chunk: Buffer) => (this.#complaints += chunk.toString()))
    child.on('message', (message) => {
      this.left -= 1
      this.told.push(...(message as Moved[]))
    })
    return child
  }

  async kill(): Promise<void> {
    const exit = once(this.#child, 'exit')
    if (!this.#child.kill('SIGKILL')) return
    await exit
    if (this.left > 0) this.#child = this.#start()
  }

  stop(): void {
    this.#child.kill('SIGKILL')
  }

  get isOver(): boolean {
    const { exitCode } = this.#child
    if (exitCode !== null && this.left > 0) throw new Error(`a life ended by itself: ${this.#complaints}`)
    return this.left <= 0
  }
}

const KILLED = ['a process', 'a connection', 'PostgreSQL'] as const

async function kill(what: (typeof KILLED)[number], lives: readonly Life[], which: number): Promise<void> {
  if (what === 'a process') return lives[which]!.kill()
  const on = createPool({ databaseUrl, max: 1, name: 'killer' })
  try {
    const { rows } = await on.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'life' order by pid`,
    )
    const victim = rows[which % Math.max(1, rows.length)]?.pid
    if (victim === undefined) return
    if (what === 'a connection') await on.query('select pg_terminate_backend($1)', [victim])
    // PostgreSQL then ends every connection and recovers from its log.
    else process.kill(victim, 'SIGKILL')
  } finally {
    await on.end().catch(() => undefined)
  }
  await until(
    () =>
      its.world.query('select 1').then(
        () => true,
        () => false,
      ),
    'the database answers',
  )
}

/** Days end meanwhile, so that most of what is moved is late; a database that is away is asked again. */
async function addUp(isOver: () => boolean): Promise<void> {
  for (let day = 60; !isOver(); day = Math.max(0, day - 1)) {
    const now = new Date(LAST - day * 86_400_000)
    const services = workServices(its.world.pool, () => now)
    await closedDaysWork.run(services, new AbortController().signal).catch(() => undefined)
    await sleep(20)
  }
}

describe('random lives of devices', () => {
  it(
    'devices stay at one place with whole chains and true counts while whatever moves them is killed',
    { timeout: 60_000 + ACTS * 1_000 },
    async () => {
      const random = randomOf(SEED)
      const lives = [new Life(SEED), new Life(SEED + 1_000)]
      const isOver = () => lives.every((life) => life.isOver)
      let isEnded = false
      const adding = addUp(() => isEnded)
      const killed: string[] = []
      try {
        for (let kills = 0; kills < KILLS && !isOver(); kills += 1) {
          const [done, share] = [() => 2 * ACTS - lives[0]!.left - lives[1]!.left, (kills + 1) / (KILLS + 1)]
          await until(() => done() >= 2 * ACTS * share || isOver(), 'the lives go on', { everyMs: 2 })
          await sleep(random.upTo(15))
          const what = KILLED[kills % KILLED.length]!
          await kill(what, lives, random.upTo(2))
          killed.push(what)
        }
        await until(isOver, () => `lives with ${lives.map(({ left }) => left).join(' and ')} acts left end`)
      } finally {
        isEnded = true
        for (const life of lives) life.stop()
        await adding
      }
      expect(killed).toHaveLength(KILLS)

      const services = workServices(its.world.pool, () => new Date(LAST + 86_400_000 * 2))
      while (await closedDaysWork.run(services, new AbortController().signal));
      const query = <T extends object>(text: string, values?: unknown[]) => its.world.query<T>(text, values)
      expect(await brokenDeviceLaws(query), `seed ${SEED}`).toEqual([])
      expect(await query(WRONG_COUNTS), `seed ${SEED}`).toEqual([])
      expect(await query('select count(*)::int as units from device_holding')).toEqual([{ units: UNITS }])
      const told = lives.flatMap((life) => life.told)
      const lost = await query(
        `select t.* from unnest($1::bigint[], $2::int[], $3::text[]) t (device, seq, event)
         left join device_interval i on i.device_id = t.device and i.seq = t.seq and i.event = t.event where i.device_id is null`,
        [
          told.flatMap(({ devices }) => devices),
          told.flatMap(({ seqs }) => seqs),
          told.flatMap(({ devices, event }) => devices.map(() => event)),
        ],
      )
      expect(lost, 'what was told to be moved is moved').toEqual([])
      const events = new Set(told.filter(({ devices }) => devices.length > 0).map(({ event }) => event))
      expect([...events].toSorted()).toEqual([...new Set(KINDS.map(({ event }) => event))].toSorted())
      const [found] = await query<{ days: number; late: number }>(
        `select (select count(distinct day)::int from device_volume_day) as days, (select count(*)::int from device_volume_change) as late`,
      )
      expect(found!.days).toBeGreaterThan(20)
      expect(found!.late).toBeGreaterThan(20)
    },
  )
})
