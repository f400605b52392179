import { createRequire } from 'node:module'
import { execFile } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Batches } from './row-sink.ts'
import { workbookOf } from '../workbook-fixture.ts'
import { csvStream } from '../write/write-csv.ts'
import { workbookStream } from '../write/write-workbook.ts'

const ROWS = 100_000
const COLUMNS = 12
/** An idle process has some 50; a list of all rows as objects alone would be 250 more. */
const MOST_MEGABYTES = 230

const run = promisify(execFile)
const script = createRequire(import.meta.url).resolve('#test/helpers/laws/read-memory.ts')
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'read-memory-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const textOf = (row: number, column: number) => `text ${row} in ${column}`

async function* batches(): Batches {
  for (let first = 0; first < ROWS; first += 1000)
    yield Array.from({ length: 1000 }, (_, row) =>
      Array.from({ length: COLUMNS }, (__, column) => textOf(first + row, column)),
    )
}
const columns = Array.from({ length: COLUMNS }, (_, column) => ({ title: `c${column}`, kind: 'text' as const }))

/** As Excel writes them: each text once, in a separate list. */
function withSharedTexts(): Uint8Array {
  const texts: string[] = []
  const rows: string[] = []
  for (let row = 0; row <= ROWS; row += 1) {
    let cells = ''
    for (let column = 0; column < 4; column += 1) {
      cells += `<c t="s"><v>${texts.length}</v></c>`
      texts.push(`<si><t>${textOf(row, column)}</t></si>`)
    }
    rows.push(`<row>${cells}</row>`)
  }
  return workbookOf({ rows: rows.join(''), sharedStrings: texts.join('') })
}

const FILES: Readonly<Record<string, (file: string) => Promise<void> | void>> = {
  'lines.csv': (file) => pipeline(csvStream(columns, batches(), 'UTC+00:00'), createWriteStream(file)),
  'lines.xlsx': (file) =>
    pipeline(workbookStream([{ name: 'Lines', columns, batches: batches() }], 'UTC+00:00'), createWriteStream(file)),
  'shared.xlsx': (file) => writeFileSync(file, withSharedTexts()),
}

describe('reading 100,000 rows', () => {
  it.each(Object.keys(FILES))(
    'reading 100,000 rows keeps a few batches in memory (%s)',
    async (name) => {
      const file = join(folder, name)
      await FILES[name]?.(file)
      const { stdout } = await run(process.execPath, ['--max-old-space-size=48', script, file, String(ROWS)])
      const { rows, megabytes } = JSON.parse(stdout) as { rows: number; megabytes: number }
      expect(rows).toBe(ROWS)
      expect(megabytes).toBeLessThan(MOST_MEGABYTES)
    },
    60_000,
  )
})
