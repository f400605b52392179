import { setTimeout as sleep } from 'node:timers/promises'
import type { Statement } from '#kernel/platform/db/statement.ts'
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
export function startSync(services: SyncServices): { close(): Promise<void> } {
  const closing = new AbortController()
  const { signal } = closing
  const lanes = new Map<string, Promise<void>>()
  const resting = new Map<string, number>()
  const look = async () => {
    for (const system of await systemsWithPushes(services)) {
      const code = system.system_code
      if (lanes.has(code) || (resting.get(code) ?? 0) > performance.now()) continue
      const lane = async () => {
        let state = await pushTo(services, system, signal)
        while (state === 'more' && !signal.aborted) state = await pushTo(services, system, signal)
        if (state === 'outage') resting.set(code, performance.now() + REST_MS)
      }
      lanes.set(
        code,
        quietly(lane)().finally(() => lanes.delete(code)),
      )
    }
  }
  const loops = [
    loop(signal, async () => {
      await look()
      return false
    }),
    ...Array.from({ length: RUNS }, (_, index) =>
      loop(signal, async () => {
        if (index === 0) await planRuns(services)
        return runNext(services, signal)
      }),
    ),
  ]
  return {
    async close() {
      closing.abort()
      await Promise.all([...loops, ...lanes.values()])
    },
  }
}

/** Repeats: at once while there is more, else after a pause. */
async function loop(closing: AbortSignal, work: () => Promise<boolean>): Promise<void> {
  while (!closing.aborted) {
    const isMore = await quietly(work)()
    if (isMore !== true) await sleep(LOOK_MS, undefined, { signal: closing }).catch(() => undefined)
  }
}

/** The database is away: it is tried again. */
function quietly<T>(work: () => Promise<T>): () => Promise<T | undefined> {
  return () =>
    work().catch((error: unknown) => {
      console.error(`synchronization waits: ${(error as Error).message}`)
      return undefined
    })
}

/** Deletes log entries that ended long ago. */
export function forgottenSync(now: Date, days: number): readonly Statement[] {
  const oldest = new Date(now.getTime() - days * 86_400_000)
  return [forgetPushes(oldest), forgetRuns(oldest)]
}
