import { prepared } from '#kernel/platform/db/statement.ts'
import { reading, type TransactionPool, type Tx } from '#kernel/platform/db/tx.ts'

const epochs = prepared<{ mark: string }>(
  'access.epochs',
  `select e.epoch || ' ' || s.ended as mark from access_epoch e cross join session_epoch s`,
)

/** A value that changes as soon as anybody's rights change or a session ends. */
export async function authorizationEpoch(tx: Tx): Promise<string> {
  return (await tx.first(epochs()))?.mark ?? ''
}

/** Polling interval: work of a person who lost the right to it ends well within a second. */
export const LOOK_EVERY_MS = 400

interface Watched {
  /** Whether the work may continue; called once at the beginning, and after every change. */
  readonly mayGoOn: (tx: Tx) => Promise<boolean>
  readonly end: () => void
  mark: string | null
}

interface Watch {
  readonly watched: Set<Watched>
  timer: NodeJS.Timeout | null
  isLooking: boolean
}

/** One poller per pool, shared by all watchers of this process. */
const watches = new WeakMap<TransactionPool, Watch>()

/** Aborts long work (an export, a large file) once its person lost the right to it. Returns a function that stops watching. */
export function watchAuthorization(pool: TransactionPool, mayGoOn: Watched['mayGoOn'], end: () => void): () => void {
  const watch = watches.get(pool) ?? { watched: new Set(), timer: null, isLooking: false }
  watches.set(pool, watch)
  const own: Watched = { mayGoOn, end, mark: null }
  watch.watched.add(own)
  watch.timer ??= setInterval(() => void look(pool, watch), LOOK_EVERY_MS).unref()
  return () => {
    watch.watched.delete(own)
    if (watch.watched.size > 0 || !watch.timer) return
    clearInterval(watch.timer)
    watch.timer = null
  }
}

async function look(pool: TransactionPool, watch: Watch): Promise<void> {
  if (watch.isLooking) return
  watch.isLooking = true
  try {
    const lost = await reading(pool, async (tx) => {
      const mark = await authorizationEpoch(tx)
      const ended: Watched[] = []
      for (const each of watch.watched) {
        if (each.mark !== mark && !(await each.mayGoOn(tx))) ended.push(each)
        each.mark = mark
      }
      return ended
    })
    for (const each of lost) {
      watch.watched.delete(each)
      each.end()
    }
  } catch (error) {
    // The database is unreachable: work that needs it waits or ends by itself.
    console.error(`standings were not looked at: ${(error as Error).message}`)
  } finally {
    watch.isLooking = false
  }
}
