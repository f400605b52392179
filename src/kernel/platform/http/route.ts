import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import Type, { type Static, type TSchema } from 'typebox'
import type { Principal, RequestContext } from '#kernel/platform/access/principal.ts'
import type { Shows } from '#kernel/platform/audit/shows.ts'
import type { TransactionPool, Tx } from '#kernel/platform/db/tx.ts'
import type { ReserveRules } from '#kernel/base/config/finance-reserve.ts'
import type { BodyBound } from './body/body-bound.ts'
import type { IncomingFile, IncomingLimit } from './body/incoming.ts'

/** What a caller must hold; a route without one does not start. Public and signed-in-only routes say why. */
export type Right = string | { readonly signedIn: string } | { readonly public: string }

export interface UploadedFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}

export interface RouteInput<B, Q, P> {
  readonly body: B
  readonly query: Q
  readonly params: P
  /** Of a multipart request: the one file, and the other fields in `body` as texts. */
  readonly file: UploadedFile | null
}

export interface RouteAudit {
  /** What writes the entries of all that it does. */
  readonly by?: string
  /** Why nobody needs to know of it. */
  readonly none?: string
  /** Parts of the body that its entry leaves out. */
  readonly hides?: readonly string[]
}

/** A call that opens its own transactions says where its entries come from, or why there are none. */
type Audited = Required<Pick<RouteAudit, 'by'>> | Required<Pick<RouteAudit, 'none'>>

export function isPublic(right: Right): boolean {
  return typeof right === 'object' && 'public' in right
}

interface RouteShape<B extends TSchema, Q extends TSchema, P extends TSchema, D extends TSchema> {
  readonly method: 'GET' | 'POST'
  /** As the spec writes it: `/gs/:idc/oversea/aps/fsc/country`. */
  readonly path: string
  readonly right: Right
  readonly summary: string
  /** What is sensitive in the answer, for the audit of reads: which of a record's fields this reader is shown whole. */
  readonly shows?: Shows
  readonly body?: B
  /** How large a body it takes, where the bound of an ordinary call is too small (body-bound.ts). */
  readonly bound?: BodyBound
  readonly query?: Q
  readonly params?: P
  /** Shape of `data` in the envelope; what it does not name is not sent. */
  readonly data: D
  /** A multipart upload of one file; `body` then describes the text fields. */
  readonly upload?: { readonly maxBytes: number }
  /** A write that is also for sessions made by a link: it acts for nobody (docs/decisions/012). */
  readonly fromLink?: boolean
  /** Only soon after a sign-in at the provider; others are asked for one, and the call is repeated (docs/decisions/052). */
  readonly stepUp?: boolean
  /** Of the person alone (his devices, his files): who looks as him is not shown it. */
  readonly personal?: boolean
  /** Where a call that writes is told of in the audit; without it the call itself is an entry, in its transaction. */
  readonly audit?: RouteAudit
  /** A write of one who looks as another person: it concerns the looking alone. */
  readonly inView?: boolean
  /** Its answer holds a token or a link and is not kept: a repeat with the same key runs again. */
  readonly answersOnce?: boolean
  /** Most calls that one address may send in a minute, counted in the database over all processes. */
  readonly perMinute?: number
}

/** An answer that is neither data nor a refusal: HTTP 200 with a code of the spec beside 200, and no data. */
export class CodedAnswer {
  readonly code: number
  readonly msg: string

  constructor(code: number, msg: string) {
    this.code = code
    this.msg = msg
  }
}

type InputOf<B extends TSchema, Q extends TSchema, P extends TSchema> = RouteInput<Static<B>, Static<Q>, Static<P>>

/**
 * - `read`: statements run one by one on a pooled connection.
 * - `write`: the handler is one transaction.
 * - `action`: the handler gets no connection; it hands over to the action runner, which opens its own.
 */
export type RouteDefinition<B extends TSchema, Q extends TSchema, P extends TSchema, D extends TSchema> = RouteShape<
  B,
  Q,
  P,
  D
> &
  (
    | {
        readonly mode: 'read' | 'write'
        handler(tx: Tx, context: RequestContext, input: InputOf<B, Q, P>): Promise<Static<D>>
      }
    | {
        readonly mode: 'action'
        readonly audit: Audited
        handler(runtime: Runtime, context: RequestContext, input: InputOf<B, Q, P>): Promise<Static<D> | CodedAnswer>
      }
  )

/** What the action runner needs; made once by the server. */
export interface Runtime {
  readonly pool: TransactionPool
  readonly now: () => Date
  /** Of the system that confirms reserves; without it each is Occupied at once. */
  readonly reserve?: ReserveRules | null
}

/** Takes one file as it arrives, holding neither all of it nor a connection. */
export interface UploadRoute<D extends TSchema> {
  readonly method: 'POST'
  readonly path: string
  readonly stepUp?: boolean
  readonly right: Right
  readonly summary: string
  readonly mode: 'upload'
  readonly audit: Audited
  readonly incoming: IncomingLimit
  readonly data: D
  handler(runtime: Runtime, context: RequestContext, file: IncomingFile): Promise<Static<D>>
}

/** First and last byte. */
export interface FilePart {
  readonly first: number
  readonly last: number
}

/** A binary answer instead of the envelope (templates, files): the handler's `data` is this. */
export interface FileAnswer {
  readonly fileName: string
  readonly mediaType: string
  /**
   * A function makes them after the handler's connection was given back: for work that takes long and reads nothing. A
   * stream comes with its size: who fetches a large file wants to know how far he is.
   */
  readonly bytes: Uint8Array | Readable | ((part?: FilePart) => Promise<Uint8Array | Readable>)
  readonly size?: number
  /** Names the content. With a size, and bytes that are made by a function, parts can be fetched by themselves. */
  readonly tag?: string
  /** To be looked at in the page instead of saved. */
  readonly isShown?: boolean
  /** Whose file it is, where the address said so and not the request: it stops with his session. */
  readonly reader?: Principal
}

export interface FileRoute<Q extends TSchema, P extends TSchema> {
  readonly method: 'GET'
  readonly path: string
  readonly right: Right
  readonly summary: string
  readonly query?: Q
  readonly params?: P
  readonly mode: 'file'
  handler(tx: Tx, context: RequestContext, input: InputOf<TSchema, Q, P>): Promise<FileAnswer>
}

/** Writes the head of an answer that goes on, and hands over what to write the rest to. */
export type BeginStream = (headers: Readonly<Record<string, string>>) => ServerResponse

/** An answer that goes on until one side ends it. The handler may refuse for as long as it has not begun. */
export interface StreamRoute {
  readonly method: 'GET'
  readonly path: string
  readonly right: Right
  readonly summary: string
  readonly mode: 'stream'
  handler(context: RequestContext, begin: BeginStream): Promise<void>
}

/** A route with its types forgotten, as the server registers it. */
export type Route = RouteShape<TSchema, TSchema, TSchema, TSchema> & {
  readonly mode: 'read' | 'write' | 'action' | 'upload' | 'file' | 'stream'
  readonly incoming?: IncomingLimit
  handler(runner: never, context: RequestContext, input: RouteInput<never, never, never>): Promise<unknown>
}

export function defineRoute<B extends TSchema, Q extends TSchema, P extends TSchema, D extends TSchema>(
  route: RouteDefinition<B, Q, P, D>,
): Route {
  return route as unknown as Route
}

export function defineFileRoute<Q extends TSchema, P extends TSchema>(route: FileRoute<Q, P>): Route {
  return route as unknown as Route
}

export function defineUploadRoute<D extends TSchema>(route: UploadRoute<D>): Route {
  return route as unknown as Route
}

export function defineStreamRoute(route: StreamRoute): Route {
  // The runner of such a route is what begins its answer.
  const handler: Route['handler'] = (begin: BeginStream, context) => route.handler(context, begin)
  return { ...route, data: Type.Unknown(), handler }
}

export type { Principal }
