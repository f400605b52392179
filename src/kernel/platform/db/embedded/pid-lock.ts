import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { isAlive } from './postmaster.ts'

/** The process that holds a lock. The start time distinguishes it from a later process with its number; null where /proc is missing. */
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
    // Field 22; field 2, the name, may contain spaces and ends with the last parenthesis.
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

/** Takes the file's lock for this process, or a dead process's lock. */
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
 * Holds a lock file until the returned function is called. A lock of a dead process does not count.
 * @param waitSeconds how long to wait for a living holder before `LockHeldError`
 */
export async function holdLock(file: string, waitSeconds: number): Promise<() => void> {
  const until = performance.now() + waitSeconds * 1000
  for (let holder = tryHold(file); holder !== undefined; holder = tryHold(file)) {
    if (performance.now() >= until) throw new LockHeldError(file, holder)
    await sleep(50)
  }
  return () => rmSync(file, { force: true })
}
