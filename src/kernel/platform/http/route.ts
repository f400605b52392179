import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import Type, { type Static, type TSchema } from 'typebox'
import type { Wire } from './wire-schemas.ts'
import type { Principal, RequestContext } from '#kernel/platform/access/principal.ts'
import type { Shows } from '#kernel/platform/audit/shows.ts'
import type { ReadTx, TransactionPool, Tx } from '#kernel/platform/db/tx.ts'
import type { ReserveRules } from '#kernel/base/config/finance-reserve.ts'
import type { BodyBound } from './body/body-bound.ts'
import type { IncomingFile, IncomingLimit } from './body/incoming.ts'

/** The right that a caller must hold; a route without one does not start. Public and signed-in-only routes state why. */
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
  /** Of a call that another system signs: what its signature is about. */
  readonly signed: SignedCall | null
}

/** Headers and body of a message as Standard Webhooks say; the handler verifies them (services/sync/system-call.ts). */
export interface SignedCall {
  readonly id: string
  readonly timestamp: string
  readonly signature: string
  /** As it was sent. */
  readonly body: string
}

export interface RouteAudit {
  /** Code that writes the entries of everything the call does. */
  readonly by?: string
  /** Why the call needs no entry. */
  readonly none?: string
  /** Parts of the body that the entry omits. */
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
  /** The sensitive part of the answer, for the audit of reads: which fields of a record this reader is shown unmasked. */
  readonly shows?: Shows
  readonly body?: B
  /** Bound of its body, where the ordinary bound is too small (body-bound.ts). */
  readonly bound?: BodyBound
  readonly query?: Q
  readonly params?: P
  /** Schema of `data` in the envelope; other properties are not sent. */
  readonly data: D
  /** A multipart upload of one file; `body` then describes the text fields. */
  readonly upload?: { readonly maxBytes: number }
  /** A write that sessions made by a link may also call: it acts for nobody (docs/decisions/012). */
  readonly fromLink?: boolean
  /**
   * Allowed only soon after a sign-in at the provider; otherwise a fresh one is requested and the call is repeated (docs/decisions/052).
   */
  readonly stepUp?: boolean
  /** Another system signs it: the handler gets headers and body as they were sent, to verify them. */
  readonly isSigned?: true
  /** Personal to the caller (their devices, their files), so viewers are not shown it. */
  readonly personal?: boolean
  /** Where the audit entries of a writing call come from; by default the call itself is an entry, in its transaction. */
  readonly audit?: RouteAudit
  /** A write that a viewer may call: it concerns the viewing alone. */
  readonly inView?: boolean
  /** Its answer holds a token or a link and is not stored: a repeat with the same key runs again. */
  readonly answersOnce?: boolean
  /** Calls that one address may send in a minute, counted in the database over all processes. */
  readonly perMinute?: number
}

/** An answer that is neither data nor a refusal: HTTP 200 with another code of the spec, and no data. */
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
 * - `action`: the handler gets no connection; it uses the action runner, which opens its own.
 */
export type RouteDefinition<B extends TSchema, Q extends TSchema, P extends TSchema, D extends TSchema> = RouteShape<
  B,
  Q,
  P,
  D
> &
  (
    | {
        readonly mode: 'read'
        handler(tx: ReadTx, context: RequestContext, input: InputOf<B, Q, P>): Promise<Wire<D>>
      }
    | {
        readonly mode: 'write'
        handler(tx: Tx, context: RequestContext, input: InputOf<B, Q, P>): Promise<Wire<D>>
      }
    | {
        readonly mode: 'action'
        readonly audit: Audited
        handler(runtime: Runtime, context: RequestContext, input: InputOf<B, Q, P>): Promise<Wire<D> | CodedAnswer>
      }
  )

/** Dependencies of the action runner; created once by the server. */
export interface Runtime {
  readonly pool: TransactionPool
  readonly now: () => Date
  /** Of the system that confirms reserves; without it each reserve is Occupied at once. */
  readonly reserve?: ReserveRules | null
  /** The secret that is shared with other systems under a name; null where none is configured. */
  readonly secretOf?: (name: string) => Promise<string | null>
}

/** Receives one file as it arrives, without holding all of it or a connection. */
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
  handler(runtime: Runtime, context: RequestContext, file: IncomingFile): Promise<Wire<D>>
}

/** First and last byte, inclusive. */
export interface FilePart {
  readonly first: number
  readonly last: number
}

/** A binary answer instead of the envelope (templates, files), given as the handler's `data`. */
export interface FileAnswer {
  readonly fileName: string
  readonly mediaType: string
  /**
   * A function produces the bytes after the handler's connection was returned: for long work that reads nothing. A
   * stream comes with its size, so that a browser can show progress.
   */
  readonly bytes: Uint8Array | Readable | ((part?: FilePart) => Promise<Uint8Array | Readable>)
  readonly size?: number
  /** Entity tag of the content. With a size, and bytes from a function, parts can be fetched. */
  readonly tag?: string
  /** Displayed in the page instead of saved. */
  readonly isShown?: boolean
  /** The file's owner, where the address identifies them and not the request: it stops with their session. */
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

/** Writes the head of a streamed answer and returns where to write the rest. */
export type BeginStream = (headers: Readonly<Record<string, string>>) => ServerResponse

/** A streamed answer that lasts until one side ends it. The handler may refuse until it has begun. */
export interface StreamRoute {
  readonly method: 'GET'
  readonly path: string
  readonly right: Right
  readonly summary: string
  readonly mode: 'stream'
  handler(context: RequestContext, begin: BeginStream): Promise<void>
}

/** A route with its types erased, for registration. */
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
  // For such a route the context's runner begins the answer.
  const handler: Route['handler'] = (begin: BeginStream, context) => route.handler(context, begin)
  return { ...route, data: Type.Unknown(), handler }
}

export type { Principal }
