import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'

/** The content of `postmaster.pid`, which a running PostgreSQL writes. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** `starting`, `ready`, `standby` or `stopping`. */
  readonly status: string
}

export function readPostmaster(dataFolder: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, port: Number(lines[3] ?? 0), status: lines[7]?.trim() ?? 'starting' }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A killed child of a parent that never reaps (PID 1 of many containers) still answers signals. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
  } catch {
    return false
  }
}

/**
 * Whether the process is a PostgreSQL on this very folder. Process numbers are reused, in containers within minutes, so
 * a living process with that number proves nothing. Without /proc a living process counts.
 */
export function serves(pid: number, dataFolder: string): boolean {
  if (!isAlive(pid)) return false
  if (!existsSync('/proc/self/cmdline')) return true
  try {
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const folder = args[args.indexOf('-D') + 1]
    return args.includes('-D') && folder !== undefined && realpathSync(folder) === realpathSync(dataFolder)
  } catch {
    return false
  }
}

/** Waits until the process has ended. Returns false when it is still there after `seconds`. */
export async function waitForEnd(pid: number, seconds: number): Promise<boolean> {
  const until = performance.now() + seconds * 1000
  while (isAlive(pid)) {
    if (performance.now() > until) return false
    await sleep(20)
  }
  return true
}
