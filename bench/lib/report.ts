import { appendFileSync } from 'node:fs'
import { loadavg } from 'node:os'

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Load of the machine in the last minute, without which a figure on a shared machine means little. */
export function load(): string {
  return loadavg()[0]!.toFixed(1)
}

export function printTable(rows: readonly Readonly<Record<string, string | number>>[]): void {
  const names = Object.keys(rows[0] ?? {})
  const lines = [names, ...rows.map((row) => names.map((name) => String(row[name] ?? '')))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  for (const line of lines) {
    console.log(
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  '),
    )
  }
}

export interface Goal {
  readonly what: string
  readonly value: number
  readonly goal: number
  /** `least`: the value must reach the goal; `most`: it must not exceed it. */
  readonly is: 'least' | 'most'
  readonly unit: string
  /** The floor of the same work, measured in the same run: `by hand 0.8 ms`. */
  readonly floor?: string
}

export const shown = (value: number) => (Math.abs(value) < 10 ? value.toFixed(2) : value.toFixed(0))

/**
 * Prints the last lines of every bench, and appends them as lines of JSON to the file BENCH_RESULTS. Goals are not
 * asserted, because a shared machine is unreliable.
 */
export function printGoals(goals: readonly Goal[]): void {
  const file = process.env['BENCH_RESULTS']
  if (file) appendFileSync(file, goals.map((goal) => `${JSON.stringify(goal)}\n`).join(''))
  for (const { what, value, goal, is, unit } of goals) {
    const met = is === 'least' ? value >= goal : value <= goal
    const verdict = met ? 'met' : `missed by ${shown(Math.abs(value - goal))} ${unit}`
    console.log(
      `goal ${what}: ${is === 'least' ? 'at least' : 'at most'} ${shown(goal)} ${unit}, is ${shown(value)}: ${verdict}`,
    )
  }
}

/** Set where a run only checks that the bench still works, as in `npm test`. */
export const IS_SMALL = process.env['BENCH_SMALL'] === '1'

/** A size: from the environment, else the usual one, or the `small` one with BENCH_SMALL. */
export function setting(name: string, usual: number, small = usual): number {
  const value = Number(process.env[name] ?? (IS_SMALL ? small : usual))
  if (!Number.isFinite(value) || value <= 0) throw new Error(`${name} must be a positive number`)
  return value
}
