// The same approval on DBOS: a durable workflow that waits for three decisions and keeps a row of each, without HTTP.
import { randomUUID } from 'node:crypto'
import { DBOS } from '@dbos-inc/dbos-sdk'
import pg from 'pg'

const STEPS = 3

interface Decision {
  readonly actor: string
  readonly opinion: string
}

export interface DbosFloor {
  /** Runs approvals from start to third decision, some concurrently; returns decisions a second. */
  decisions(instances: number, atOnce: number): Promise<number>
  close(): Promise<void>
}

/** On the bench's PostgreSQL, in a database of its own; its steps write into `history`. */
export async function startDbos(databaseUrl: string): Promise<DbosFloor> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
  await pool.query(
    'create table if not exists dbos_history (id uuid, step int, actor text, opinion text, at timestamptz)',
  )
  DBOS.setConfig({ name: 'approvals-bench', systemDatabaseUrl: databaseUrl, logLevel: 'error', runAdminServer: false })
  const approval = DBOS.registerWorkflow(
    async (id: string) => {
      for (let step = 0; step < STEPS; step += 1) {
        const decision = await DBOS.recv<Decision>(`decision ${step}`, 60)
        if (!decision) throw new Error(`nobody decided step ${step}`)
        await DBOS.runStep(
          () =>
            pool
              .query('insert into dbos_history values ($1, $2, $3, $4, now())', [
                id,
                step,
                decision.actor,
                decision.opinion,
              ])
              .then(() => undefined),
          { name: `record ${step}` },
        )
      }
      return 'approved'
    },
    { name: 'approval' },
  )
  await DBOS.launch()

  const one = async () => {
    const id = randomUUID()
    const handle = await DBOS.startWorkflow(approval, { workflowID: id })(id)
    for (let step = 0; step < STEPS; step += 1)
      await DBOS.send(
        id,
        { actor: `approver ${step}`, opinion: 'In line with the plan of the quarter' },
        `decision ${step}`,
      )
    await handle.getResult()
  }
  return {
    async decisions(instances, atOnce) {
      let left = instances
      const began = performance.now()
      const client = async () => {
        while (left > 0) {
          left -= 1
          await one()
        }
      }
      await Promise.all(Array.from({ length: atOnce }, client))
      return (instances * STEPS * 1000) / (performance.now() - began)
    },
    async close() {
      await DBOS.shutdown()
      await pool.end()
    },
  }
}
