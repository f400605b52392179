// Exports at the limit: 999,999 rows of 12 columns to xlsx and csv against a bare COPY of the same query, the worker's
// memory, and the list's speed during two of them.
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { productNow } from '#kernel/base/clock/clock.ts'
import { inlined } from '#kernel/platform/db/copy-out.ts'
import { createPool } from '#kernel/platform/db/pool.ts'
import { reading } from '#kernel/platform/db/tx.ts'
import { budgetExports } from '#areas/budget/shared/budget.exports.ts'
import { budgetWorld } from '#test/helpers/budget/budget-world.ts'
import { childrenOf } from '#test/helpers/servers/processes.ts'
import { principalOf, sessionsOf } from './lib/company.ts'
import { benchDatabase } from './lib/database.ts'
import { fillLines } from './lib/lines.ts'
import { startGenerator, startServer } from './lib/processes.ts'
import { load, median, percentile, printGoals, printTable, setting } from './lib/report.ts'

const ROWS = setting('BENCH_EXPORT_ROWS', 999_999, 2000)
const ROUNDS = setting('BENCH_ROUNDS', 3, 1)
const SECONDS = setting('BENCH_SECONDS', 15, 0.2)
const GOALS = { csv: 3, xlsx: 8, memory: 300, list: 2 }
const LIST_CALL = '/gs/IN/oversea/aps/budget/country/page'
/** Twelve of the sixteen: texts, names, codes and five amounts. */
const COLUMNS =
  'budgetCode country project period currency granted revoked available held current department productLine'.split(' ')
const ACCOUNT = 'in.finance'

const filesDir = mkdtempSync(join(tmpdir(), 'bench-exports-'))
const database = await benchDatabase('export')
const world = await budgetWorld(database.url, '1000000.00', 2)
const pool = createPool({ databaseUrl: database.url, max: 3, name: 'bench' })
await fillLines(database.url, ROWS)
const server = await startServer(database.url, {
  ROLE: 'all',
  FILES_DIR: filesDir,
  LOWER_DATABASE_PRIORITY: '1',
  EXPORT_ROWS: String(ROWS + 1),
})
const generator = startGenerator()
const [session] = await sessionsOf(pool, ACCOUNT, 1)

/** The export's query as text for a COPY. */
async function bareQuery(): Promise<string> {
  const list = budgetExports.find(({ name }) => name === 'budgetLine')!
  const principal = await principalOf(pool, ACCOUNT)
  return reading(pool, async (tx) => {
    const reader = { principal, language: 'en', now: productNow() } as const
    const { rows: all } = await list.query(tx, reader, { params: { idc: 'IN' }, filters: {}, sort: [] })
    const names = COLUMNS.map((name) => (name === 'period' ? 'year, month' : `"${name}"`)).join(', ')
    return `copy (select ${names} from (${inlined(all)}) q) to stdout`
  })
}

/** COPY without a reader: the socket is drained. */
async function bareCopy(text: string): Promise<number> {
  const client = new pg.Client({ connectionString: database.url })
  // It ends in the middle of a message that the driver expects.
  client.on('error', () => undefined)
  await client.connect()
  const { connection } = client as unknown as {
    connection: { stream: NodeJS.ReadWriteStream; query(text: string): void }
  }
  const { stream } = connection
  stream.removeAllListeners('data')
  const since = performance.now()
  connection.query(text)
  await new Promise<void>((resolve) => {
    stream.on('data', (chunk: Buffer) => {
      // The last message reports ready for query.
      if (chunk.length >= 6 && chunk.subarray(-6, -1).equals(Buffer.from([0x5a, 0, 0, 0, 5]))) resolve()
    })
  })
  const seconds = (performance.now() - since) / 1000
  stream.removeAllListeners('data')
  ;(stream as unknown as { destroy(): void }).destroy()
  return seconds
}

async function call<T>(path: string, body: object): Promise<{ status: number; data: T; key: string | undefined }> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session!.token}`,
      'x-csrf-token': session!.csrfToken,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  const envelope = (await answer.json()) as { data: T; error?: { key: string } }
  return { status: answer.status, data: envelope.data, key: envelope.error?.key }
}

interface Made {
  readonly seconds: number
  readonly size: number
  readonly file: string
}

/** From the call to the file, as a person waits. */
async function exported(format: 'xlsx' | 'csv', columns: readonly string[] = COLUMNS): Promise<Made> {
  const since = performance.now()
  const { status, data } = await call<{ taskId: string }>(`${LIST_CALL}/export`, { columns, format })
  if (status !== 200) throw new Error(`the export answered ${status}`)
  for (;;) {
    const { rows } = await pool.query<{ status: number; rows_done: number; file_size: string; file_key: string }>(
      'select status, rows_done, file_size, file_key from download_task where id = $1',
      [data.taskId],
    )
    const task = rows[0]!
    if (task.status === 3) throw new Error('the export failed')
    if (task.status === 2) {
      if (task.rows_done !== ROWS) throw new Error(`${task.rows_done} rows`)
      const seconds = (performance.now() - since) / 1000
      return { seconds, size: Number(task.file_size), file: join(filesDir, task.file_key) }
    }
    await sleep(50)
  }
}

async function linesOf(file: string): Promise<number> {
  let lines = 0
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>)
    for (const byte of chunk) if (byte === 0x0a) lines += 1
  return lines
}

/** Peak memory of the process in MB. */
function peakMemory(pid: number): number {
  const [, kilobytes = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** The list's page with one client during other work; work in progress at the end is awaited. */
async function listBeside(work: readonly (() => Promise<unknown>)[]): Promise<readonly number[]> {
  let isOver = false
  const going = work.map(async (one) => {
    while (!isOver) await one()
  })
  await sleep(1_000)
  const outcome = await generator.run({
    port: server.port,
    sessions: [session!],
    calls: [{ path: LIST_CALL, body: JSON.stringify({ page: 1, limit: 20, countryCode: 'XC', month: 5 }) }],
    seconds: SECONDS,
  })
  isOver = true
  await Promise.all(going)
  if (outcome.failed > 0) throw new Error(`the list: ${outcome.failure}`)
  return outcome.times
}

try {
  const bare = await bareQuery()
  const busy = load()
  const times = { copy: [] as number[], csv: [] as number[], xlsx: [] as number[] }
  const sizes = { csv: 0, xlsx: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    times.copy.push(await bareCopy(bare))
    for (const format of ['csv', 'xlsx'] as const) {
      const { seconds, size, file } = await exported(format)
      times[format].push(seconds)
      sizes[format] = size
      if (format === 'csv' && (await linesOf(file)) !== ROWS + 1) throw new Error('rows are missing')
      rmSync(file)
    }
  }
  const [worker = 0] = childrenOf(server.pid)
  const alone = peakMemory(worker)
  const floor = median(times.copy)
  printTable([
    { [`${ROWS.toLocaleString('en')} rows x 12`]: 'COPY to stdout', seconds: floor.toFixed(1), MB: '', ratio: '' },
    ...(['csv', 'xlsx'] as const).map((format) => ({
      [`${ROWS.toLocaleString('en')} rows x 12`]: format,
      seconds: median(times[format]).toFixed(1),
      MB: (sizes[format] / 1e6).toFixed(0),
      ratio: (median(times[format]) / floor).toFixed(2),
    })),
  ])

  const quiet = percentile(await listBeside([]), 0.99)
  const samples = { copies: [] as number[], exports: [] as number[] }
  for (let round = 0; round < Math.min(ROUNDS, 2); round += 1) {
    samples.copies.push(percentile(await listBeside([() => bareCopy(bare), () => bareCopy(bare)]), 0.99))
    // Two different requests, because equal ones run once at a time.
    const work = [() => exported('xlsx'), () => exported('csv')]
    samples.exports.push(percentile(await listBeside(work), 0.99))
  }
  const [copies, exports] = [median(samples.copies), median(samples.exports)]
  console.log('')
  printTable([
    { 'list p99, 1 client, ms': 'alone', p99: quiet.toFixed(1) },
    { 'list p99, 1 client, ms': 'beside two bare COPYs', p99: copies.toFixed(1) },
    { 'list p99, 1 client, ms': 'beside two exports', p99: exports.toFixed(1) },
  ])
  const memory = peakMemory(worker)

  await pool.query(`insert into budget_line (scope_id, area_id, state, year, month, country_code, project_code, project_pool_code, budget_dept_code,
      fsc_id, sub_busi_code, product_class, product_line_code, currency)
    select scope_id, area_id, state, 2031, month, country_code, project_code, project_pool_code, budget_dept_code, fsc_id, sub_busi_code,
      product_class, product_line_code, currency from budget_line limit 1`)
  const refused = await call(`${LIST_CALL}/export`, { columns: COLUMNS })
  console.log(`at ${(ROWS + 1).toLocaleString('en')} rows the call answers ${refused.status} ${refused.key ?? ''}`)
  console.log(`load before ${busy}, after ${load()}; memory after one export of each ${alone.toFixed(0)} MB`)
  printGoals([
    ...(['csv', 'xlsx'] as const).map((format) => ({
      what: `${format} against COPY`,
      value: median(times[format]) / floor,
      goal: GOALS[format],
      is: 'most' as const,
      unit: 'x',
      floor: `COPY ${floor.toFixed(2)} s`,
    })),
    { what: "the worker's memory, two at once", value: memory, goal: GOALS.memory, is: 'most', unit: 'MB' },
    { what: 'list p99 beside exports against COPYs', value: exports / copies, goal: GOALS.list, is: 'most', unit: 'x' },
  ])
} finally {
  await generator.close()
  await server.close()
  await pool.end()
  await world.close()
  await database.close()
  rmSync(filesDir, { recursive: true, force: true })
}
