import { setTimeout as sleep } from 'node:timers/promises'
import { type CronItem, Logger, parseCronItems, run, type Runner, type Task } from 'graphile-worker'
import type { Pool } from 'pg'
import { sealAudit } from '#kernel/audit/seal.ts'
import { forgetSignIns } from '#kernel/access/purge.ts'
import { prepared } from '#kernel/db/statement.ts'
import { reading, transaction, type TransactionPool } from '#kernel/db/tx.ts'
import type { LedgerDefinition } from '#kernel/ledger/definition.ts'
import { replayDifferences } from '#kernel/ledger/replay.ts'
import { startRelay } from '#kernel/outbox/relay.ts'

export interface WorkerOptions {
  /** Pipelined pool of the product's own statements. */
  readonly pool: TransactionPool
  /** A plain pool for the job queue, which listens and uses cursors of its own. */
  readonly jobPool: Pool
  readonly ledgers: readonly LedgerDefinition[]
}

export interface Worker {
  close(): Promise<void>
}

const forgetKeys = prepared(
  'idempotency.forget',
  `delete from idempotency where created_at < now() - interval '30 days'`,
)
const forgetFigures = prepared('figures.forget', `delete from list_figure where at < now() - interval '7 days'`)
const forgetTotals = prepared('totals.forget', `delete from list_total where at < now() - interval '7 days'`)

/** Work that the clock starts. Each is safe to run twice and in several processes: the queue runs it once. */
function tasks({ pool, ledgers }: WorkerOptions): Record<string, Task> {
  return {
    sealAudit: async (_payload, helpers) => {
      const sealed = await sealAudit(pool)
      if (sealed > 0) helpers.logger.info(`sealed ${sealed} audit rows`)
    },
    tidy: () =>
      transaction(pool, async (tx) => {
        for (const statement of [forgetKeys(), forgetTotals(), forgetFigures(), ...forgetSignIns()])
          await tx.run(statement)
      }),
    reconcileLedgers: async () => {
      for (const ledger of ledgers) {
        const differences = await reading(pool, (tx) => tx.rows(replayDifferences(ledger)))
        // A difference is a fault to be looked at, never to be mended by a program.
        if (differences.length > 0)
          throw new Error(`ledger ${ledger.name} differs from its postings: ${JSON.stringify(differences)}`)
      }
    },
  }
}

function schedule(): CronItem[] {
  return [
    { task: 'sealAudit', match: '* * * * *' },
    { task: 'tidy', match: '17 * * * *' },
    { task: 'reconcileLedgers', match: '30 2 * * *' },
  ]
}

/** The queue tells each pick-up and start; an operator needs its complaints. */
const logger = new Logger(() => (level, message) => {
  if (level === 'error' || level === 'warning') console.error(message)
})

/** Runs the outbox relay and the job queue until closed. Both outlive a database that goes away and comes back. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const relay = startRelay(options.pool)
  const queue = startQueue(options)
  return {
    async close() {
      await relay.close()
      await queue.close()
    },
  }
}

const RESTART_MS = 1_000

/** The queue's own runner ends when the database dies under it, also while it still sets itself up: then it is started anew. */
function startQueue(options: WorkerOptions): Worker {
  const closing = new AbortController()
  let runner: Runner | undefined
  const loop = async () => {
    while (!closing.signal.aborted) {
      try {
        runner = await run({
          pgPool: options.jobPool,
          concurrency: 4,
          noHandleSignals: true,
          logger,
          pollInterval: 2000,
          taskList: tasks(options),
          parsedCronItems: parseCronItems(schedule()),
        })
        if (closing.signal.aborted) await runner.stop()
        await runner.promise
      } catch (error) {
        console.error(`job queue stopped: ${(error as Error).message}`)
      }
      runner = undefined
      await sleep(RESTART_MS, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const running = loop()
  return {
    async close() {
      closing.abort()
      await runner?.stop().catch(() => undefined)
      await running
    },
  }
}
