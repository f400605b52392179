// A document as a PDF, cold (a worker has to start and read its fonts) and warm, beside a document without a word; and what
// long ones cost in memory and in time that the serving thread is held.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { PrintFigures } from './lib/print-run.ts'
import { load, median, printGoals, printTable, setting } from './lib/report.ts'

const ROUNDS = setting('BENCH_ROUNDS', 5)
/** About three pages, a long one, and the most that a file may bring. */
const SIZES = [40, 1_000, 10_000]

/** A process of its own for each: what one has read or warmed must not help the next. */
function run(lines: number): PrintFigures {
  const file = join(import.meta.dirname, 'lib/print-run.ts')
  return JSON.parse(execFileSync(process.execPath, [file, String(lines)], { encoding: 'utf8' })) as PrintFigures
}

const busy = load()
const sizes = new Map<number, PrintFigures[]>([0, ...SIZES].map((lines) => [lines, []]))
for (let round = 0; round < ROUNDS; round += 1) for (const [lines, figures] of sizes) figures.push(run(lines))

const of = (lines: number, pick: (figures: PrintFigures) => number) => median(sizes.get(lines)!.map(pick))
const cold = (lines: number) => of(lines, (each) => each.cold)
const warm = (lines: number) => of(lines, (each) => median(each.warm))
const peak = (lines: number) => of(lines, (each) => each.peakMb)
const held = (lines: number) => of(lines, (each) => each.heldMs)

printTable(
  [...sizes.keys()].map((lines) => ({
    [`load ${busy}`]: lines === 0 ? 'empty document (floor)' : `${lines} lines`,
    pages: of(lines, (each) => each.pages),
    'cold ms': cold(lines).toFixed(0),
    'warm ms': warm(lines).toFixed(0),
    kB: (of(lines, (each) => each.bytes) / 1024).toFixed(0),
    'peak MB': peak(lines).toFixed(0),
    'thread held, CPU ms': lines === 0 ? '' : held(lines).toFixed(0),
  })),
)
printGoals([
  { what: 'three pages, warm', value: warm(40), goal: 300, is: 'most', unit: 'ms' },
  { what: 'three pages, cold', value: cold(40), goal: 1_000, is: 'most', unit: 'ms' },
  { what: 'memory of 1,000 lines above the floor', value: peak(1_000) - peak(0), goal: 300, is: 'most', unit: 'MB' },
  { what: '10,000 lines within the wait of a call', value: cold(10_000), goal: 28_000, is: 'most', unit: 'ms' },
  { what: 'serving thread held by 10,000 lines', value: held(10_000), goal: 50, is: 'most', unit: 'ms' },
])
