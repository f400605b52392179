import { createReadStream, readFileSync } from 'node:fs'
import { readRows } from '#kernel/platform/excel/read/read-rows.ts'

// Run as its own process by the test of the memory used by reading: `read-memory.ts <file> <rows>`. Prints the number
// of rows that it read and its peak memory in megabytes, threads included.

const [file = '', rows = ''] = process.argv.slice(2)
const { batches } = await readRows(createReadStream(file), {
  maxBytes: 50 * 1024 * 1024,
  maxUncompressedBytes: 1024 * 1024 * 1024,
  maxRows: Number(rows),
  maxColumns: 200,
  fileName: file,
  timeoutMs: 120_000,
})
let found = 0
for await (const batch of batches) found += batch.length

/** On Linux `maxRSS` starts at the parent's value when it started this process. */
function peakKilobytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS
  return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1])
}

process.stdout.write(JSON.stringify({ rows: found, megabytes: Math.round(peakKilobytes() / 1024) }))
