import { parentPort, workerData } from 'node:worker_threads'
import { Refused } from '#kernel/errors/errors.ts'
import type { SheetRow } from './cell.ts'
import { openWorkbook, parseWorkbook } from './parse-workbook.ts'
import type { WorkerAnswer, WorkerTask } from './read-workbook.ts'

/** Rows go over in portions, so that no single message holds up the thread that receives it. */
const PORTION = 500

const task = workerData as WorkerTask
let portion: SheetRow[] = []

function send(answer: WorkerAnswer): void {
  parentPort?.postMessage(answer)
}

function sendPortion(): void {
  send({ kind: 'rows', rows: portion })
  portion = []
}

try {
  const entries = openWorkbook(task.bytes, task.request.limits.maxUncompressedBytes)
  await parseWorkbook(task.bytes, entries, task.request, (row) => {
    portion.push(row)
    if (portion.length === PORTION) sendPortion()
  })
  sendPortion()
  send({ kind: 'done' })
} catch (error) {
  if (!(error instanceof Refused)) throw error
  send({ kind: 'refused', refusals: error.refusals })
}
