import { machineTime } from '#kernel/base/clock/clock.ts'
import type { DemoServer } from './demo-server.ts'
import { childrenOf, type ServerProcess } from './processes.ts'
import { until } from '../until.ts'

/**
 * The worker of a process is killed, and what it had not committed of the import is lost; then the time passes in which
 * a heartbeat is due.
 */
export async function killWorker(server: DemoServer, { pid }: ServerProcess, importId: string): Promise<void> {
  const [worker = 0] = childrenOf(pid)
  process.kill(worker, 'SIGKILL')
  const isGone = `select not exists (select from pg_stat_activity
    where datname = current_database() and application_name = 'worker' and backend_start < $1) as gone`
  // The database reports by the machine's clock when a connection began.
  const since = new Date(machineTime())
  await until(
    async () => (await server.query<{ gone: boolean }>(isGone, [since]))[0]?.gone === true,
    'its connections are open',
    { everyMs: 10 },
  )
  await server.query(`update import_run set beat_at = beat_at - interval '1 minute' where id = $1`, [importId])
}
