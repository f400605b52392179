import pg from 'pg'
import type { Connection, PoolClient, Submittable } from 'pg'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { Statement } from './statement.ts'

/** A statement with its values inlined, because COPY takes no parameters. The driver quotes them. */
export function inlined({ text, values }: Statement): string {
  return text.replaceAll(/\$(\d+)/g, (_, digits: string) => {
    const literal = utils.prepareValue(values[Number(digits) - 1])
    if (literal === null) return 'null'
    // A NUL byte would end the whole text.
    if (typeof literal !== 'string' || literal.includes('\0')) throw new Refused(httpErrors.badRequest())
    return pg.escapeLiteral(literal)
  })
}

/** Formats values as the driver sends them: arrays in braces, instants with their zone, objects as JSON. */
const { utils } = pg as unknown as { readonly utils: { prepareValue(value: unknown): string | Buffer | null } }

const PIECE = 128 * 1024
/** Chunks waiting to be read before the database is paused. */
const MOST_WAITING = 4

interface Piece {
  readonly buffer: Buffer
  readonly length: number
}

interface CopyConnection {
  query(text: string): void
  readonly stream: { pause(): void; resume(): void }
}

/** The rows of a COPY in chunks of whole rows, at the pace of the reader. */
class CopyOut implements Submittable {
  private readonly text: string
  private connection: CopyConnection | undefined
  private piece: Buffer = Buffer.allocUnsafe(PIECE)
  private length = 0
  private readonly waiting: Piece[] = []
  /** Buffers that were read and can be reused. */
  private readonly used: Buffer[] = []
  private isPaused = false
  private isOver = false
  private isLeft = false
  private failure: Error | undefined
  private wake: (() => void) | undefined

  constructor(text: string) {
    this.text = text
  }

  submit(connection: Connection): void {
    this.connection = connection as unknown as CopyConnection
    this.connection.query(this.text)
  }

  /** One row; the driver owns the buffer, which is valid only until the next row. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    if (this.isLeft) return
    if (this.length + chunk.length > this.piece.length) {
      this.hand()
      const used = chunk.length <= PIECE ? this.used.pop() : undefined
      this.piece = used ?? Buffer.allocUnsafe(Math.max(PIECE, chunk.length))
    }
    this.piece.set(chunk, this.length)
    this.length += chunk.length
  }

  private hand(): void {
    if (this.length > 0) this.waiting.push({ buffer: this.piece, length: this.length })
    this.length = 0
    if (this.waiting.length >= MOST_WAITING && !this.isPaused) {
      this.isPaused = true
      this.connection?.stream.pause()
    }
    this.wake?.()
  }

  handleError(error: Error): void {
    this.failure ??= error
    this.wake?.()
  }

  handleReadyForQuery(): void {
    this.hand()
    this.isOver = true
    this.wake?.()
  }

  handleCommandComplete(): void {
    // The connection reports ready for query after it.
  }

  handleRowDescription(): void {
    // COPY has no row description.
  }

  async *pieces(): AsyncGenerator<Buffer> {
    try {
      for (;;) {
        if (this.failure) throw this.failure
        const piece = this.waiting.shift()
        if (piece) {
          yield piece.buffer.subarray(0, piece.length)
          if (piece.buffer.length === PIECE) this.used.push(piece.buffer)
        } else if (this.isOver) return
        else await this.more()
      }
    } finally {
      // Further rows are dropped.
      this.isLeft = true
      this.resume()
    }
  }

  private async more(): Promise<void> {
    const waken = new Promise<void>((resolve) => (this.wake = resolve))
    this.resume()
    await waken
    this.wake = undefined
  }

  private resume(): void {
    if (!this.isPaused) return
    this.isPaused = false
    this.connection?.stream.resume()
  }
}

/** Rows of a statement in the text format of COPY: a line each, fields separated by tabs. A chunk is valid until the next is requested. */
export function copyOut(client: PoolClient, statement: Statement): AsyncGenerator<Buffer> {
  const copy = client.query(new CopyOut(`copy (${inlined(statement)}) to stdout`))
  return copy.pieces()
}
