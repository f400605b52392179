import pg from 'pg'
import type { Connection } from 'pg'
import type { Statement } from './statement.ts'

/** The result of one statement. */
export interface Answered {
  /** Command tag of the database: `SELECT`, `COMMIT`, … */
  readonly command: string
  readonly rowCount: number
  readonly rows: unknown[]
}

/** The part of the driver's connection that custom queries use, as the driver's cursor does. */
interface Wire {
  readonly stream: { cork?(): void; uncork?(): void }
  /** Texts of named statements that this connection has prepared, and of those still in flight. */
  readonly parsedStatements: Record<string, string | undefined>
  readonly submittedNamedStatements: Record<string, string | undefined>
  parse(statement: { readonly text: string; readonly name: string }): void
  bind(bound: { readonly statement: string; readonly values: readonly Value[] }): void
  describe(what: { readonly type: 'P'; readonly name: string }): void
  execute(what: null): void
  sync(): void
  sendCopyFail(reason: string): void
}

type Value = string | Buffer | null

const { utils, types } = pg as unknown as {
  readonly utils: { prepareValue(value: unknown): Value }
  readonly types: { getTypeParser(oid: number, format: 'text'): (value: string) => unknown }
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

/** The result columns of a statement; empty where it returns no rows. */
interface Shape {
  readonly names: readonly string[]
  readonly parsers: readonly ((value: string) => unknown)[]
}

const NOTHING: Shape = { names: [], parsers: [] }

/** Result columns of each connection's prepared statements: fetched once, as they cannot change while the statement is prepared. */
const known = new WeakMap<Wire, Map<string, Shape>>()

function shapesOf(wire: Wire): Map<string, Shape> {
  let shapes = known.get(wire)
  if (!shapes) known.set(wire, (shapes = new Map()))
  return shapes
}

/**
 * Statements that are sent together and share one sync. The driver syncs after each statement, so that the database
 * sends a packet for each, and describes a prepared statement at every call. Here the database answers all statements
 * at once, and a prepared statement is described at its first use. After a failure nothing that follows runs: outside
 * of a transaction these statements are one. The class extends the driver's query because a pipelined connection takes
 * no others: a query that kept a portal open would disturb what follows it, and a flight keeps none.
 */
export class Flight extends pg.Query {
  readonly statements: readonly Statement[]
  /** Name of the statement that is being answered: the driver stores the text of a named one when it is prepared. */
  name: string | undefined
  text: string | undefined
  private readonly bound: readonly (readonly Value[])[]
  private readonly done: Answered[] = []
  /** Named statements that this flight prepares. */
  private readonly prepares = new Set<string>()
  private shapes = new Map<string, Shape>()
  private shape: Shape | undefined
  private collected: unknown[] = []
  private failure: Error | undefined
  private readonly settled = Promise.withResolvers<Answered[]>()

  constructor(statements: readonly Statement[]) {
    super({ text: '' })
    this.statements = statements
    this.next()
    // Values are converted before anything is sent, so that an invalid one leaves no incomplete flight.
    this.bound = statements.map(({ values }) => values.map((value) => utils.prepareValue(value)))
  }

  /** Results in the order of the statements, or the first failure. */
  get answers(): Promise<Answered[]> {
    return this.settled.promise
  }

  private next(): void {
    const statement = this.statements[this.done.length]
    this.name = statement?.name
    this.text = statement?.text
  }

  override readonly submit = (connection: Connection): Error | null => {
    const wire = connection as unknown as Wire
    this.shapes = shapesOf(wire)
    const twice = this.namedTwice(wire)
    if (twice !== undefined) return new Error(`Two statements are named '${twice}'`)
    wire.stream.cork?.()
    try {
      for (const [index, statement] of this.statements.entries()) this.sendOne(wire, statement, this.bound[index]!)
      wire.sync()
    } finally {
      wire.stream.uncork?.()
    }
    return null
  }

  /** A name that already stands for another text, on this connection or in this flight. */
  private namedTwice(wire: Wire): string | undefined {
    const texts = new Map<string, string>()
    for (const { name, text } of this.statements) {
      if (!name) continue
      if ((textOf(wire, name) ?? texts.get(name) ?? text) !== text) return name
      texts.set(name, text)
    }
    return undefined
  }

  private sendOne(wire: Wire, { name = '', text }: Statement, values: readonly Value[]): void {
    if (name === '' || textOf(wire, name) === undefined) {
      wire.parse({ text, name })
      if (name !== '') {
        wire.submittedNamedStatements[name] = text
        this.prepares.add(name)
        this.shapes.delete(name)
      }
    }
    wire.bind({ statement: name, values })
    if (!this.shapes.has(name)) wire.describe({ type: 'P', name: '' })
    wire.execute(null)
  }

  handleRowDescription({ fields }: { readonly fields: readonly Field[] }): void {
    this.shape = {
      names: fields.map((field) => field.name),
      parsers: fields.map((field) => types.getTypeParser(field.dataTypeID, 'text')),
    }
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    if (this.failure) return
    try {
      this.collected.push(rowOf(this.shapeNow(), fields))
    } catch (error) {
      this.failure = error as Error
    }
  }

  private shapeNow(): Shape {
    return this.shape ?? this.shapes.get(this.name ?? '') ?? NOTHING
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    const { name } = this
    if (name) this.shapes.set(name, this.shapeNow())
    const [command = '', ...counts] = text.split(' ')
    this.done.push({ command, rowCount: Number(counts.at(-1) ?? 0), rows: this.collected })
    this.collected = []
    this.shape = undefined
    this.next()
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleError(error: Error, connection: Connection): void {
    const wire = connection as unknown as Wire
    // The statements after the failure were not prepared.
    for (const name of this.prepares) delete wire.submittedNamedStatements[name]
    this.settled.reject(error)
  }

  handleReadyForQuery(): void {
    if (this.failure) this.settled.reject(this.failure)
    else this.settled.resolve(this.done)
  }

  handleCopyInResponse(connection: Connection): void {
    ;(connection as unknown as Wire).sendCopyFail('a flight brings no rows to copy')
  }
}

function textOf(wire: Wire, name: string): string | undefined {
  return wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]
}

function rowOf({ names, parsers }: Shape, fields: readonly (string | null)[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < fields.length; index += 1) {
    const value = fields[index] ?? null
    row[names[index]!] = value === null ? null : parsers[index]!(value)
  }
  return row
}
