import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import { standsAs } from '#kernel/platform/access/session.ts'
import { watchAuthorization } from '#kernel/platform/access/authorization-watch.ts'
import type { TransactionPool, Tx } from '#kernel/platform/db/tx.ts'
import type { FileAnswer } from './route.ts'
import { CALL_HEADERS } from './security.ts'

/**
 * Answers a file or the requested part of it. Nothing caches it (`no-store`, as for every call), because access follows
 * the reader's current rights; the tag only serves to resume a broken download.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  given: FileAnswer,
  pool: TransactionPool,
): Promise<FastifyReply> {
  const file = endingWithSession(request, given, pool)
  const { tag, size, bytes } = file
  const plain = file.fileName.replace(/[^\w.-]/g, '_')
  reply
    .type(file.mediaType)
    // If the file is ever opened as a document, it gets no scripts, no forms and no access to our origin.
    .header('content-security-policy', `${CALL_HEADERS['content-security-policy']}; sandbox`)
    .header(
      'content-disposition',
      `${file.isShown ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    )
  if (tag === undefined || size === undefined || typeof bytes !== 'function') {
    if (size !== undefined) reply.header('content-length', String(size))
    return sendBytes(reply, typeof bytes === 'function' ? await bytes() : bytes)
  }
  const quoted = `"${tag}"`
  const portion = portionOf(request.headers, quoted, size)
  reply.header('etag', quoted).header('accept-ranges', 'bytes')
  switch (portion.kind) {
    case 'known':
      return reply.code(304).send()
    case 'outside':
      return reply.code(416).header('content-range', `bytes */${size}`).header('content-length', '0').send()
    case 'whole':
      return sendBytes(reply.header('content-length', String(size)), await bytes())
    case 'part': {
      const { first, last } = portion
      reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`)
      return sendBytes(reply.header('content-length', String(last - first + 1)), await bytes({ first, last }))
    }
  }
}

/** A large file takes minutes on a slow line; it stops when the person loses the right to it. */
function endingWithSession(request: FastifyRequest, file: FileAnswer, pool: TransactionPool): FileAnswer {
  const reader = file.reader ?? request.session?.principal('en')
  if (reader === undefined) return file
  const watched = (bytes: Uint8Array | Readable): Uint8Array | Readable => {
    if (bytes instanceof Uint8Array) return bytes
    // The grants at the time the file was found, so that a right revoked before the first check is noticed as well.
    const mayGoOn = (tx: Tx): Promise<boolean> => standsAs(tx, reader)
    const stop = watchAuthorization(pool, mayGoOn, () => bytes.destroy(new Error('its reader may no longer have it')))
    bytes.once('close', stop)
    return bytes
  }
  const { bytes } = file
  return { ...file, bytes: typeof bytes === 'function' ? async (part) => watched(await bytes(part)) : watched(bytes) }
}

function sendBytes(reply: FastifyReply, bytes: Exclude<FileAnswer['bytes'], () => unknown>): FastifyReply {
  return reply.send(bytes instanceof Uint8Array ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : bytes)
}

/** The part of a file to answer: all of it, a range (first and last byte), nothing because the caller has it, or an unsatisfiable range. */
export type Portion =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly first: number; readonly last: number }
  | { readonly kind: 'known' }
  | { readonly kind: 'outside' }

interface RangeHeaders {
  readonly range?: string | undefined
  readonly 'if-range'?: string | string[] | undefined
  readonly 'if-none-match'?: string | undefined
}

const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/** Parses a range request for a file with an entity tag (RFC 9110, sections 13 and 14). Multiple ranges and other units are ignored. */
export function portionOf(asked: RangeHeaders, tag: string, size: number): Portion {
  if (namesTag(asked['if-none-match'], tag)) return { kind: 'known' }
  const [, from = '', to = ''] = RANGE.exec(asked.range ?? '') ?? []
  const isOther = asked['if-range'] !== undefined && asked['if-range'] !== tag
  if ((from === '' && to === '') || isOther) return { kind: 'whole' }
  // A range without a start means the last so many bytes.
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return { kind: 'whole' }
  return first > last ? { kind: 'outside' } : { kind: 'part', first, last }
}

function namesTag(list: string | undefined, tag: string): boolean {
  if (list === undefined) return false
  return list.trim() === '*' || list.split(',').some((each) => each.trim().replace(/^W\//, '') === tag)
}
