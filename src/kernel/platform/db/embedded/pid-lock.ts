import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './postmaster.ts'

/** Who holds a lock. The start time tells a process from a later one with its number; null where /proc is missing. */
interface Holder {
  readonly pid: number
  readonly startedAt: string | null
}

export class LockHeldError extends Error {
  override readonly name = 'LockHeldError'
  readonly pid: number

  constructor(file: string, pid: number) {
    super(`process ${pid} holds ${file}`)
    this.pid = pid
  }
}

function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Field 22; the second one, the name, may hold spaces and ends with the last parenthesis.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

/** The living process that holds the file, if any. */
export function holderOf(file: string): number | undefined {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Holder
    return isAlive(holder.pid) && startOf(holder.pid) === holder.startedAt ? holder.pid : undefined
  } catch {
    return undefined
  }
}

/** Marks the file as held by this process; what a dead process left is taken over. */
function tryHold(file: string): number | undefined {
  const text = JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) } satisfies Holder)
  for (;;) {
    try {
      writeFileSync(file, text, { flag: 'wx' })
      return undefined
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = holderOf(file)
    if (holder !== undefined) return holder
    rmSync(file, { force: true })
  }
}

/**
 * Holds a lock file until the returned function is called. A lock of a process that has died does not count.
 * @param waitSeconds how long a living holder may take to let go before `LockHeldError`
 */
export async function holdLock(file: string, waitSeconds: number): Promise<() => void> {
  const until = performance.now() + waitSeconds * 1000
  for (let holder = tryHold(file); holder !== undefined; holder = tryHold(file)) {
    if (performance.now() >= until) throw new LockHeldError(file, holder)
    await sleep(50)
  }
  return () => rmSync(file, { force: true })
}
