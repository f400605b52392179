import pg from 'pg'
import type { Connection, PoolClient, Submittable } from 'pg'
import { Refused } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import type { Statement } from './statement.ts'

/** A statement with its values written into it: COPY takes no parameters. Quoted by the driver, as it quotes all values. */
export function inlined({ text, values }: Statement): string {
  return text.replaceAll(/\$(\d+)/g, (_, digits: string) => {
    const literal = utils.prepareValue(values[Number(digits) - 1])
    if (literal === null) return 'null'
    // A NUL would end the whole text.
    if (typeof literal !== 'string' || literal.includes('\0')) throw new Refused(httpErrors.badRequest())
    return pg.escapeLiteral(literal)
  })
}

/** As the driver sends values: arrays in braces, moments with their zone, objects as JSON. */
const { utils } = pg as unknown as { readonly utils: { prepareValue(value: unknown): string | Buffer | null } }

const PIECE = 128 * 1024
/** Pieces that wait to be read: then the database waits. */
const MOST_WAITING = 4

interface Piece {
  readonly buffer: Buffer
  readonly length: number
}

interface CopyConnection {
  query(text: string): void
  readonly stream: { pause(): void; resume(): void }
}

/** The rows of a COPY in pieces of whole rows, at the pace of whoever reads them. */
class CopyOut implements Submittable {
  private readonly text: string
  private connection: CopyConnection | undefined
  private piece: Buffer = Buffer.allocUnsafe(PIECE)
  private length = 0
  private readonly waiting: Piece[] = []
  /** Read and free again. */
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

  /** One row; its bytes are the driver's and stand only until the next. */
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
    // The connection says that it is ready after it.
  }

  handleRowDescription(): void {
    // COPY has none.
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
      // Of what still comes nothing is kept.
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

/** Rows of a statement in the text format of COPY: a line each, fields between tabs. A piece stands until the next is asked for. */
export function copyOut(client: PoolClient, statement: Statement): AsyncGenerator<Buffer> {
  const copy = client.query(new CopyOut(`copy (${inlined(statement)}) to stdout`))
  return copy.pieces()
}
