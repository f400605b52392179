import { parentPort, workerData } from 'node:worker_threads'
import { Refused } from '#kernel/base/errors/errors.ts'
import { batching } from './batching.ts'
import { parseFile } from './parse-file.ts'
import { AHEAD, packRows, type ReaderAnswer, type ReaderTask } from './reader-wire.ts'

const task = workerData as ReaderTask
let mayBeSent = AHEAD
let wake = () => {}

function send(answer: ReaderAnswer): void {
  parentPort?.postMessage(answer)
}

parentPort?.on('message', () => {
  mayBeSent += 1
  wake()
})

const sink = batching(
  (rows) => {
    mayBeSent -= 1
    send({ kind: 'rows', rows: packRows(rows) })
  },
  (warning) => send({ kind: 'warned', warning }),
  async () => {
    while (mayBeSent <= 0) {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      await promise
    }
  },
)

try {
  await parseFile(task.bytes, task.request, sink)
  sink.finish()
  send({ kind: 'done' })
} catch (error) {
  if (!(error instanceof Refused)) throw error
  send({ kind: 'refused', refusals: error.refusals })
} finally {
  parentPort?.close()
}
