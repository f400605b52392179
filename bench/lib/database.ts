import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type EmbeddedServer, startEmbedded } from '#kernel/platform/db/embedded/embedded.ts'
import {
  createFromRecipe,
  dropDatabases,
  listDatabases,
  migratedRecipe,
  type Recipe,
  withDatabase,
} from '#kernel/platform/db/embedded/template.ts'
import { migrate } from '#kernel/platform/db/schema/migrate.ts'
import { printTable } from './report.ts'
import '#test/helpers/furnish-kernel.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The part of PostgreSQL that benches need. */
type BenchServer = Pick<EmbeddedServer, 'pid' | 'url' | 'stop'>

export interface BenchDatabase {
  readonly server: BenchServer
  /** Of the recipe: by default empty and migrated. */
  readonly url: string
  /** A second database on the same server; it is dropped with the first. */
  another(name: string, recipe?: Recipe): Promise<string>
  close(): Promise<void>
}

/** For BENCH_STATEMENTS: PostgreSQL records planning and run times of each statement. */
const RECORDED = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on' }

async function asked<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function printStatements(url: string, most: number): Promise<void> {
  printTable(
    await asked<Record<string, string>>(
      url,
      `select calls::text, plans::text, round(total_plan_time)::text as "planned ms", round(total_exec_time)::text as "run ms", rows::text,
         left(regexp_replace(query, '\\s+', ' ', 'g'), 150) as statement
       from pg_stat_statements order by total_plan_time + total_exec_time desc limit ${most}`,
    ),
  )
}

/**
 * A running server (BENCH_SERVER is the address of any of its databases). `npm test` runs all benches on its test
 * server, which must outlive them: `stop` only drops the benches' databases.
 */
async function runningServer(address: string): Promise<BenchServer> {
  const [first] = await asked<{ pid: number }>(
    withDatabase(address, 'postgres'),
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid`,
  )
  return {
    pid: first!.pid,
    url: (database) => withDatabase(address, database),
    stop: () => dropDatabases(address, PREFIX),
  }
}

/** What `keptDatabase` puts before the names of its databases. */
const KEPT = 'kept_'

/**
 * A database that stays on the server for the next run with the same recipe, because it takes long to fill; later migrations are applied to it, as to
 * an installed one. Those of other recipes with this name are dropped.
 */
async function keptDatabase(server: string, recipe: Recipe): Promise<string> {
  const name = `${KEPT}${recipe.name}_${recipe.hash.slice(0, 16)}`
  const url = withDatabase(server, name)
  if ((await listDatabases(server, name)).length > 0) {
    await migrate(url)
    return url
  }
  await dropDatabases(server, `${KEPT}${recipe.name}_`)
  const draft = `${PREFIX}${recipe.name}_draft`
  await asked(server, `create database ${draft}`)
  await recipe.fill(withDatabase(server, draft))
  await asked(server, `alter database ${draft} rename to ${name}`)
  return url
}

/** Prefix of every database of a bench, so that all can be dropped. Runs that share a server have different ones. */
const PREFIX = process.env['BENCH_PREFIX'] ?? 'bench_'

/** The embedded PostgreSQL as production starts it (fsync on), with a new database of this bench, or with the one that the last run left. */
export async function benchDatabase(
  name: string,
  recipe: Recipe = migratedRecipe(),
  { keep = false } = {},
): Promise<BenchDatabase> {
  const dataDir = process.env['BENCH_DATA_DIR'] ?? join(root, '.cache', 'bench')
  const more = JSON.parse(process.env['BENCH_SETTINGS'] ?? '{}') as Readonly<Record<string, string>>
  const statements = Number(process.env['BENCH_STATEMENTS'] ?? 0)
  const running = process.env['BENCH_SERVER']
  const server = running
    ? await runningServer(running)
    : await startEmbedded({
        dataDir,
        settings: { ...(statements > 0 ? RECORDED : {}), ...more },
        say: (text) => console.log(text),
      })
  try {
    await dropDatabases(server.url('postgres'), PREFIX)
    const another = (named: string, of = migratedRecipe()) =>
      createFromRecipe(server.url('postgres'), of, `${PREFIX}${named}`)
    const url = keep && !running ? await keptDatabase(server.url('postgres'), recipe) : await another(name, recipe)
    if (statements > 0) await asked(url, 'create extension pg_stat_statements')
    return {
      server,
      url,
      another,
      async close() {
        if (statements > 0) await printStatements(url, statements)
        // An ending pool closes its connections a moment later; stopping the server earlier would cause errors.
        await sleep(200)
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}
