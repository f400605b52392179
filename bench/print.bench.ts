// A document as a PDF, cold (a worker has to start and read its fonts) and warm, beside an empty one; and the memory of
// long ones and the time they block the serving thread.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { PrintFigures } from './lib/print-run.ts'
import { load, median, printGoals, printTable, setting } from './lib/report.ts'

const ROUNDS = setting('BENCH_ROUNDS', 5, 1)
/** About three pages, a long one, and the most that a file may bring. */
const SIZES = [40, setting('BENCH_PRINT_LONG', 1_000, 80), setting('BENCH_PRINT_MOST', 10_000, 160)] as const
const [SHORT, LONG, MOST] = SIZES

/** A process of its own for each, so that nothing warmed up helps the next. */
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
  { what: 'three pages, warm', value: warm(SHORT), goal: 300, is: 'most', unit: 'ms' },
  { what: 'three pages, cold', value: cold(SHORT), goal: 1_000, is: 'most', unit: 'ms' },
  { what: `memory of ${LONG} lines above the floor`, value: peak(LONG) - peak(0), goal: 300, is: 'most', unit: 'MB' },
  { what: `${MOST} lines within the wait of a call`, value: cold(MOST), goal: 28_000, is: 'most', unit: 'ms' },
  { what: `serving thread held by ${MOST} lines`, value: held(MOST), goal: 50, is: 'most', unit: 'ms' },
])
