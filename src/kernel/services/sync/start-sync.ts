import type { Statement } from '#kernel/platform/db/statement.ts'
import { poll, type Polling } from '#kernel/platform/jobs/poll.ts'
import { pushTo, type SyncServices, systemsWithPushes } from './run-pushes.ts'
import { forgetPushes } from './push-store.ts'
import { planRuns, runNext } from './run-runs.ts'
import { forgetRuns } from './run-store.ts'

const LOOK_MS = 1_000
/** Pause of this process after a system was unreachable. */
const REST_MS = 15_000
/** Concurrent runs in one process. */
const RUNS = 2

/**
 * Sends to and fetches from other systems until closed: a separate loop for each system, so that a slow one delays only
 * itself. No queue jobs: the work of a killed worker would stay locked there for hours.
 */
export function startSync(services: SyncServices): Polling {
  const lanes = new Map<string, Promise<void>>()
  const resting = new Map<string, number>()
  const look = async (closing: AbortSignal): Promise<void> => {
    for (const system of await systemsWithPushes(services)) {
      const code = system.system_code
      if (lanes.has(code) || (resting.get(code) ?? 0) > performance.now()) continue
      const lane = async () => {
        let state = await pushTo(services, system, closing)
        while (state === 'more' && !closing.aborted) state = await pushTo(services, system, closing)
        if (state === 'outage') resting.set(code, performance.now() + REST_MS)
      }
      lanes.set(
        code,
        lane()
          .catch(waits)
          .finally(() => lanes.delete(code)),
      )
    }
  }
  const loops = [
    poll(LOOK_MS, async (closing) => {
      await look(closing).catch(waits)
      return false
    }),
    ...Array.from({ length: RUNS }, (_, index) =>
      poll(LOOK_MS, async (closing) => {
        try {
          if (index === 0) await planRuns(services)
          return await runNext(services, closing)
        } catch (error) {
          waits(error)
          return false
        }
      }),
    ),
  ]
  return {
    async close() {
      await Promise.all([...loops.map((loop) => loop.close()), ...lanes.values()])
    },
  }
}

/** The database is away: it is tried again. */
function waits(error: unknown): void {
  console.error(`synchronization waits: ${(error as Error).message}`)
}

/** Deletes log entries that ended long ago. */
export function forgottenSync(now: Date, days: number): readonly Statement[] {
  const oldest = new Date(now.getTime() - days * 86_400_000)
  return [forgetPushes(oldest), forgetRuns(oldest)]
}
