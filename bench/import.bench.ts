// An import of 100,000 customer channels from a workbook, as a person does it: upload, reading with all checks, writing with an audit
// entry for each row, and taking all of it back; beside it a bare COPY of the same rows into the same table. And the reading of as many
// addresses that each name a customer that does not exist, beside 100,000 customers.
import { createWriteStream, mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { CellInput } from '#kernel/platform/excel/sheet-cells.ts'
import { workbookStream } from '#kernel/platform/excel/write/write-workbook.ts'
import type { ImportRunView } from '#kernel/services/imports/import-wire.ts'
import { areas } from '#app/areas.ts'
import { importsOf, loadAreaServers } from '#app/server.ts'
import { registerTexts } from '#kernel/base/i18n/texts.ts'
import { budgetWorld } from '#test/helpers/budget/budget-world.ts'
import { childrenOf } from '#test/helpers/servers/processes.ts'
import { sessionsOf } from './lib/company.ts'
import { benchDatabase } from './lib/database.ts'
import { fillCustomers } from './lib/products.ts'
import { cpuSecondsOf, databaseCpuSeconds, startServer } from './lib/processes.ts'
import { load, median, printGoals, printTable, setting } from './lib/report.ts'

const ROWS = setting('BENCH_IMPORT_ROWS', 100_000, 200)
const ROUNDS = setting('BENCH_ROUNDS', 3, 1)
const CUSTOMERS = setting('BENCH_CUSTOMERS', 100_000, 200)
const GOALS = { seconds: 12, toCopy: 10, memory: 400 }
const ACCOUNT = 'hq.budget'
const KIND = 'customer-channel'
const NAMING = 'customer-address'

const filesDir = mkdtempSync(join(tmpdir(), 'bench-imports-'))
const database = await benchDatabase('import')
const world = await budgetWorld(database.url, '1000000.00', 2)
await fillCustomers(database.url, CUSTOMERS)
const plain = new pg.Pool({ connectionString: database.url, max: 1 })
const server = await startServer(database.url, { ROLE: 'all', FILES_DIR: filesDir })
const [workerPid = 0] = childrenOf(server.pid)
const [session] = await sessionsOf(world.pool, ACCOUNT, 1)
const headers = {
  authorization: `Bearer ${session!.token}`,
  'x-csrf-token': session!.csrfToken,
  'x-language': 'en',
}

async function answerOf<T>(answer: Response): Promise<T> {
  const envelope = (await answer.json()) as { data: T; msg: string }
  if (!answer.ok) throw new Error(`${answer.url} answers ${answer.status}: ${envelope.msg}`)
  return envelope.data
}

function call<T>(path: string, body: object): Promise<T> {
  const json = { ...headers, 'content-type': 'application/json' }
  const request = { method: 'POST', headers: json, body: JSON.stringify(body) }
  return fetch(`http://127.0.0.1:${server.port}${path}`, request).then(answerOf<T>)
}

const valuesOf = (round: number, row: number): Record<string, string> => ({
  code: `CH-${round}-${row}`,
  nameZh: `渠道 ${row}`,
  nameEn: `Channel ${row} of the north`,
  areaCode: 'IN',
})

/** An address that names a customer that does not exist, another one for each row. */
const unknownOf = (round: number, row: number): Record<string, string> => ({
  customerCode: `Unknown company ${round} ${row}`,
  countryCode: 'IN',
  province: 'Maharashtra',
  city: 'Mumbai',
  postalCode: '400076',
  detail: `${row} Main Road`,
  contacts: 'Store keeper',
  phone: '912266778899',
  receiveInfo: 'Weekdays',
  shippingPlace: 'Mumbai',
})

async function workbook(kind: string, round: number, valuesAt = valuesOf): Promise<string> {
  for (const area of areas) registerTexts(area.name, area.texts)
  const definition = importsOf(await loadAreaServers(areas)).get(kind)!
  const columns = definition.columns({})
  async function* batches(): AsyncGenerator<CellInput[][]> {
    for (let start = 0; start < ROWS; start += 1000)
      yield Array.from({ length: Math.min(1000, ROWS - start) }, (_, index) => {
        const values = valuesAt(round, start + index)
        return columns.map(({ key }) => values[key] ?? null)
      })
  }
  const heads = columns.map(({ titles }) => ({ title: titles.en, kind: 'text' as const }))
  const file = join(filesDir, `${kind}-${round}.xlsx`)
  await pipeline(
    workbookStream([{ name: 'Data', columns: heads, batches: batches() }], 'UTC+00:00'),
    createWriteStream(file),
  )
  return file
}

/** The run once it has ended. */
async function ended(importId: string): Promise<ImportRunView> {
  for (;;) {
    const run = await call<ImportRunView>('/aps/import/detail', { importId })
    if (!run.can.cancel) return run
    await sleep(50)
  }
}

interface Timed<T> {
  readonly seconds: number
  /** Processor seconds of worker and database, which a busy machine does not change. */
  readonly cpu: number
  readonly result: T
}

const cpuNow = () => cpuSecondsOf(workerPid) + databaseCpuSeconds(database.server.pid)

async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const before = cpuNow()
  const since = performance.now()
  const result = await work()
  return { seconds: (performance.now() - since) / 1000, cpu: cpuNow() - before, result }
}

function must(run: ImportRunView, state: string, applied: number): void {
  if (run.state !== state || run.rows.applied !== applied || run.rows.bad > 0)
    throw new Error(`the import is ${run.state} (${run.reason}), ${JSON.stringify(run.rows)}`)
}

/** COPY FROM with prepared rows: the driver sends one message after another. */
class CopyIn {
  readonly #text: string
  readonly #chunks: readonly Buffer[]
  readonly #done: (error?: Error) => void

  constructor(text: string, chunks: readonly Buffer[], done: (error?: Error) => void) {
    this.#text = text
    this.#chunks = chunks
    this.#done = done
  }
  submit(connection: { query(text: string): void }): void {
    connection.query(this.#text)
  }
  handleCopyInResponse(connection: { sendCopyFromChunk(chunk: Buffer): void; endCopyFrom(): void }): void {
    for (const chunk of this.#chunks) connection.sendCopyFromChunk(chunk)
    connection.endCopyFrom()
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#done()
  }
  handleError(error: Error): void {
    this.#done(error)
  }
}

/** The same rows by COPY into the same table, checked only by its constraints. */
async function bareCopy(): Promise<void> {
  const { rows } = await world.pool.query<{ id: number }>('select organisation_id as id from area where id = 2')
  const lines = Array.from({ length: ROWS }, (_, row) => {
    const { nameZh, nameEn } = valuesOf(0, row)
    return `FL-${row}\t${nameZh}\t${nameEn}\t1\t2\t${rows[0]!.id}\n`
  })
  const chunks: Buffer[] = []
  for (let start = 0; start < ROWS; start += 1000) chunks.push(Buffer.from(lines.slice(start, start + 1000).join('')))
  const text = 'copy customer_channel (code, name_zh, name_en, status, area_id, scope_id) from stdin'
  const client = await plain.connect()
  await new Promise<void>((resolve, reject) => {
    client.query(new CopyIn(text, chunks, (error) => (error ? reject(error) : resolve())) as never)
  })
  client.release()
}

/** Peak memory of the process in MB. */
function peakMemory(pid: number): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

const STEPS = ['copy', 'read', 'all', 'good', 'undo', 'unknown'] as const
type Step = (typeof STEPS)[number]
const seconds: Record<Step, number[]> = { copy: [], read: [], all: [], good: [], undo: [], unknown: [] }
const cpu: Record<Step, number[]> = { copy: [], read: [], all: [], good: [], undo: [], unknown: [] }
const totals: number[] = []

async function step<T>(name: Step, work: () => Promise<T>): Promise<T> {
  const done = await timed(work)
  seconds[name].push(done.seconds)
  cpu[name].push(done.cpu)
  return done.result
}

function act(name: 'run' | 'undo', { importId, version }: ImportRunView, more: object = {}): Promise<ImportRunView> {
  return call('/aps/import/' + name, { importId, version, ...more }).then(() => ended(importId))
}

/** A workbook that is uploaded, read and checked. */
async function read(kind: string, file: string): Promise<ImportRunView> {
  const form = new FormData()
  form.append('file', await openAsBlob(file), basename(file))
  const url = `http://127.0.0.1:${server.port}/aps/import/upload/${kind}`
  const { importId } = await fetch(url, { method: 'POST', headers, body: form }).then(answerOf<{ importId: string }>)
  return ended(importId)
}

/** Reads a workbook of which every row is wrong, because it names a customer that does not exist. */
async function unknown(round: number): Promise<void> {
  const file = await workbook(NAMING, round, unknownOf)
  const run = await step('unknown', () => read(NAMING, file))
  if (run.rows.bad !== ROWS) throw new Error(`the import is ${run.state} (${run.reason}), ${JSON.stringify(run.rows)}`)
}

/** A whole import and its undo. */
async function imported(round: number, mode: 'all' | 'good'): Promise<void> {
  const file = await workbook(KIND, round)
  const since = performance.now()
  const checked = await step('read', () => read(KIND, file))
  must(checked, 'checked', 0)
  const written = await step(mode, () => act('run', checked, { mode }))
  totals.push((performance.now() - since) / 1000)
  must(written, 'done', ROWS)
  must(await step('undo', () => act('undo', written)), 'undone', 0)
}

try {
  const before = load()
  for (let round = 0; round < ROUNDS; round += 1) {
    await step('copy', bareCopy)
    await plain.query(`delete from customer_channel where code like 'FL-%'`)
    await imported(round, round === ROUNDS - 1 && ROUNDS > 1 ? 'good' : 'all')
  }
  await unknown(ROUNDS)
  const memory = peakMemory(workerPid)
  const [floor, total] = [median(seconds.copy), median(totals)]
  console.log(`\n${ROWS} rows, ${ROUNDS} rounds, load ${before} before and ${load()} after\n`)
  printTable(
    STEPS.filter((name) => seconds[name].length > 0).map((name) => ({
      step: name,
      seconds: median(seconds[name]).toFixed(2),
      least: Math.min(...seconds[name]).toFixed(2),
      'processor seconds': median(cpu[name]).toFixed(1),
      'to COPY': (median(seconds[name]) / floor).toFixed(1),
    })),
  )
  console.log(`\nread and written: ${totals.map((each) => each.toFixed(1)).join(', ')} s\n`)
  printGoals([
    {
      what: 'import of all rows, read, checked, written and audited',
      value: total,
      goal: GOALS.seconds,
      is: 'most',
      unit: 's',
    },
    {
      what: 'the same against a COPY of the rows',
      value: total / floor,
      goal: GOALS.toCopy,
      is: 'most',
      unit: 'x',
      floor: `COPY ${floor.toFixed(2)} s`,
    },
    {
      what: 'the same rows read where each names a customer that does not exist',
      value: median(seconds.unknown),
      goal: GOALS.seconds,
      is: 'most',
      unit: 's',
    },
    { what: 'memory of the worker at its highest', value: memory, goal: GOALS.memory, is: 'most', unit: 'MB' },
  ])
} finally {
  await server.close()
  await plain.end()
  await world.close()
  await database.close()
  rmSync(filesDir, { recursive: true, force: true })
}
