import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { offences } from './support/texts-of-files.ts'

// The product has one clock (src/kernel/base/clock), and the tests have the same. A read of the machine's clock beside it makes a page, a decision
// or a test depend on the day on which it runs. Exceptions are named here, each with its reason, and may only shrink.
const root = join(import.meta.dirname, '../..')
const files = globSync(['src/**/*.{ts,tsx}', 'test/**/*.{ts,tsx}', 'bench/**/*.ts'], { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file !== 'test/arch/clock.test.ts')
  .toSorted()

interface Node {
  readonly type: string
  readonly name?: string
  readonly value?: unknown
  readonly callee?: Node
  readonly object?: Node
  readonly property?: Node
  readonly arguments?: readonly Node[]
}

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8')

function holds(value: unknown, isWanted: (node: Node) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (typeof (value as Partial<Node>).type === 'string' && isWanted(value as Node)) return true
  return Object.values(value).some((part) => holds(part, isWanted))
}

const isDate = (node: Node | undefined): boolean => node?.type === 'Identifier' && node.name === 'Date'

function readsMachine({ type, callee, object, property, arguments: given = [] }: Node): boolean {
  if (type === 'NewExpression') return isDate(callee) && given.length === 0
  if (type === 'CallExpression') return isDate(callee)
  return type === 'MemberExpression' && isDate(object) && property?.name === 'now'
}

const SQL_CLOCK =
  /\b(?<!product_)now\(\)|\b(?:current_date|current_timestamp|localtimestamp)\b|\b(?:clock|statement|transaction)_timestamp\(\)/i

function saysSqlClock({ type, value }: Node): boolean {
  if (type === 'TemplateElement') return SQL_CLOCK.test((value as { readonly raw: string }).raw)
  return type === 'Literal' && typeof value === 'string' && SQL_CLOCK.test(value)
}

/** Files that hold such a node; only those whose text could hold one are parsed. */
function filesWith(hint: RegExp, isWanted: (node: Node) => boolean): (file: string) => boolean {
  return (file) => hint.test(textOf(file)) && holds(parseSync(file, textOf(file)).program, isWanted)
}

test('no file outside src/kernel/base/clock reads the clock of the machine', () => {
  const reads = filesWith(/\bDate\s*\(|\bDate\s*\.\s*now\b/, readsMachine)
  expect(
    offences(files, reads, [
      'src/kernel/base/clock/clock.test.ts',
      'src/kernel/base/clock/clock.ts',
      // A page that the server has not told the time yet, and ages that are kept across a reload of the page.
      'src/kernel/web/console/client/api.ts',
      'src/kernel/web/console/client/session/session.ts',
      'src/kernel/web/console/client/storage.ts',
      'src/kernel/web/console/shell/tabs/tab-key.ts',
      // Compared with the moments at which the library of queries read its data.
      'src/kernel/web/console/list/NewData.tsx',
      'src/kernel/web/console/phone/tasks/NewTasks.tsx',
      // It reads what a browser's device shows.
      'test/e2e/clock.e2e.ts',
      // The day on which a bench ran, in its report.
      'bench/first-load.bench.ts',
      'bench/headline.ts',
      // How long a run of a bench took is measured between processes.
      'bench/lib/http-load.ts',
      'bench/lib/processes.ts',
    ]),
  ).toEqual([])
})

test('no file but those listed here uses machineTime, each to measure an age or a deadline', () => {
  const asks = (file: string) => /\bmachineTime\b/.test(textOf(file))
  expect(
    offences(files, asks, [
      'src/kernel/base/clock/clock.ts',
      // The clock is started here, which also measures how far the demonstration’s day is from the database’s.
      'src/kernel/base/config/clock.ts',
      'src/app/demo.ts',
      'test/helpers/test-clock.ts',
      // When a connection of the database began.
      'test/helpers/servers/processes.ts',
      // A provider of another company has the time of its own machine.
      'test/scenario/access/any-provider.test.ts',
      // Cookies end by the browser’s clock, and so do the timers of a page.
      'src/kernel/testing/browser.ts',
      'test/e2e/errors.e2e.ts',
    ]),
  ).toEqual([])
})

test('statements read product_now(), and use the clock of the database only to measure ages', () => {
  const says = filesWith(SQL_CLOCK, saysSqlClock)
  expect(
    offences(files, says, [
      // Artifacts of the built-in provider: its library makes and ends them by the clock of the machine.
      'src/app/demo-provider/adapter.ts',
      'src/kernel/platform/access/purge.ts',
      // How old a kept total or figure, an idempotency key, the oldest message is.
      'src/kernel/platform/http/figures.ts',
      'src/kernel/platform/http/totals.ts',
      'src/app/worker/tidy.ts',
      'src/kernel/services/monitor/system-health.ts',
      // Heartbeats: whether the worker of a task is still alive.
      'src/kernel/services/downloads/download-task.ts',
      'src/kernel/services/imports/import-job.ts',
      'src/kernel/services/imports/import-run.ts',
      'test/scenario/downloads/downloads-crash.test.ts',
      // The text of a script for Chromium holds `performance.now()`.
      'bench/lib/page-visits.ts',
      // Migrations from before the function existed, and the database of another product, with which a bench compares.
      'src/kernel/platform/db/schema/migrate.ts',
      'src/kernel/platform/db/schema/migrate.scenario.test.ts',
      'bench/lib/dbos-floor.ts',
    ]),
  ).toEqual([])
})

test('column defaults use the time of the product, except heartbeats and caches', () => {
  const schema = textOf('db/schema.sql').split('\n')
  const tables = schema.map(
    (_, index) =>
      /^create (?:unlogged )?table (\w+)/.exec(
        schema.slice(0, index + 1).findLast((line) => line.startsWith('create ')) ?? '',
      )?.[1],
  )
  const own = schema.flatMap((line, index) => {
    const column = /^\s+(\w+) .*(?<!product_)now\(\)/i.exec(line)?.[1]
    return column ? [`${tables[index]}.${column}`] : []
  })
  expect(own).toEqual([
    'download_task.beat_at',
    'idempotency.created_at',
    'import_run.beat_at',
    'list_figure.at',
    'list_total.at',
    'oidc_key.created_at',
    'outbox.at',
    'schema_migration.applied_at',
  ])
})
