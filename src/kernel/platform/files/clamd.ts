import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { ScannerSettings } from '#kernel/base/config/scanner.ts'
import type { FileScanner, ScanAnswer } from './scanner.ts'

/** Time-out for a whole file, including the answer, since a person waits for it. */
const PATIENCE_MS = 60_000
/** An answer is one short line. */
const MOST_ANSWER = 4096

/**
 * A client of the ClamAV protocol: the file is sent in chunks (INSTREAM) and not written to the scanner's disk by us. A
 * file that clamd refuses to scan, for example as larger than its StreamMaxLength, does not count as clean.
 */
export function clamdScanner(address: ScannerSettings, patienceMs = PATIENCE_MS): FileScanner {
  return {
    async scan(bytes) {
      const socket = connect(address)
      let refused: unknown = null
      const timer = setTimeout(() => socket.destroy(new Error(`no answer within ${patienceMs} ms`)), patienceMs)
      const answer = answerOf(socket)
      const sent = send(socket, bytes, (error) => {
        refused = error
        socket.destroy()
      })
      try {
        const [text] = await Promise.all([answer, sent])
        return meaning(text)
      } catch (error) {
        if (refused !== null) throw refused
        return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
      } finally {
        clearTimeout(timer)
        socket.destroy()
      }
    },
  }
}

/** Sends until the file ends or clamd answers early because it has seen enough. */
async function send(socket: Socket, bytes: AsyncIterable<Uint8Array>, broken: (error: unknown) => void): Promise<void> {
  socket.write('zINSTREAM\0')
  const iterator = bytes[Symbol.asyncIterator]()
  for (;;) {
    let next: IteratorResult<Uint8Array>
    try {
      next = await iterator.next()
    } catch (error) {
      broken(error)
      return
    }
    // The socket may close while the chunk is read; no event follows.
    if (!socket.writable || socket.readableEnded) break
    if (next.done) {
      socket.write(Buffer.alloc(4))
      return
    }
    if (next.value.byteLength === 0) continue
    const length = Buffer.alloc(4)
    length.writeUInt32BE(next.value.byteLength)
    socket.write(length)
    if (!socket.write(next.value)) await roomOrEnd(socket)
  }
  await iterator.return?.()
}

async function roomOrEnd(socket: Socket): Promise<void> {
  if (socket.closed) return
  const waiting = new AbortController()
  const { signal } = waiting
  await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]).catch(() => {})
  waiting.abort()
}

function answerOf(socket: Socket): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let text = ''
  let failure: Error | null = null
  socket.setEncoding('utf8')
  socket.on('data', (piece: string) => {
    text = (text + piece).slice(0, MOST_ANSWER)
    if (text.includes('\0')) resolve(text)
  })
  socket.on('error', (error) => (failure = error))
  // A connection that breaks while sending may have delivered the reason before.
  socket.on('close', () => (text === '' ? reject(failure ?? new Error('hung up without an answer')) : resolve(text)))
  return promise
}

/** Parses `stream: OK`, `stream: Some.Threat FOUND`, or a message that ends with ERROR. */
function meaning(text: string): ScanAnswer {
  const line = text.replaceAll('\0', '').trim()
  if (line === 'stream: OK') return { kind: 'clean' }
  const found = /^stream: (.+) FOUND$/.exec(line)
  return found ? { kind: 'infected', threat: found[1] ?? '' } : { kind: 'unavailable', reason: line }
}
