import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Principal } from '#kernel/platform/access/principal.ts'
import { principalOfUser, standLimits, stands } from '#kernel/platform/access/session.ts'
import { newToken, tokenHash } from '#kernel/platform/access/tokens.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import { httpErrors } from '#kernel/base/errors/kernel-errors.ts'
import { defineFileRoute, defineRoute, type FileAnswer, type Route } from '#kernel/platform/http/route.ts'
import { fileErrors } from '#kernel/platform/files/attachment.errors.ts'
import type { ByteRange, FilesStore } from '#kernel/platform/files/files-store.ts'

/** One kind of file: its keys, and who may read its files. */
export interface FileGroup {
  readonly name: string
  /** Whether a key on the wire belongs to this group. */
  isKey(key: string): boolean
  /** Refuses, as if it did not exist, people who may not read it now. Opens nothing yet. */
  find(tx: Tx, principal: Principal, key: string, now: Date): Promise<FoundFile>
}

/** A file that the person may read now. */
export interface FoundFile {
  readonly fileName: string
  readonly mediaType: string
  readonly size: number
  /** Entity tag of its content, in letters and digits. */
  readonly tag: string
  /** Reads all of it, or a range. */
  readonly read: (range?: ByteRange) => Promise<Readable>
}

/** A file of the store, which may be missing there. */
export function storedFile(files: FilesStore, key: string, about: Omit<FoundFile, 'read'>): FoundFile {
  return {
    ...about,
    read: async (range) => required(await files.open(key, range), httpErrors.notFound()).bytes,
  }
}

function answerOf({ read, ...about }: FoundFile): FileAnswer {
  return { ...about, bytes: read }
}

export type LinkPurpose = 'download' | 'preview'

/** A browser follows a file link at once. */
const DOWNLOAD_SECONDS = 60

const SIGNED_IN = { signedIn: 'each kind of file says whose it is; what one may not read does not exist' }
const keyParams = Type.Object({ key: Type.String({ maxLength: 120 }) })

const insertLink = prepared(
  'files.link',
  `insert into file_link (hash, session_id, file_key, purpose, expires_at) values ($1, $2, $3, $4, $5)`,
)
const forgetLinks = prepared('files.forget-links', 'delete from file_link where expires_at <= $1')
const followLink = prepared<{ file_key: string; purpose: LinkPurpose; user_id: number; session_id: string }>(
  'files.follow-link',
  `select l.file_key, l.purpose, s.user_id, s.id::text as session_id from file_link l join session s on s.id = l.session_id
   where l.hash = $1 and l.expires_at > $2 and ${stands('$2', '$3')}`,
)

export interface FileLink {
  readonly url: string
  readonly expireTime: string
}

interface NewLink {
  readonly group: FileGroup
  readonly key: string
  readonly purpose: LinkPurpose
  readonly seconds: number
}

/**
 * A link to a file, for one purpose, for the caller's session alone and for a short time. The address is a random token
 * whose hash the database stores: valid in every process, impossible to guess, and ended with its session.
 */
export async function makeFileLink(
  tx: Tx,
  { principal, now }: { readonly principal: Principal; readonly now: Date },
  { group, key, purpose, seconds }: NewLink,
): Promise<FileLink> {
  await group.find(tx, principal, key, now)
  const token = newToken()
  const expires = new Date(now.getTime() + seconds * 1000)
  const insert: Statement = insertLink(tokenHash(token), principal.sessionId, `${group.name}/${key}`, purpose, expires)
  await tx.run(forgetLinks(now))
  await tx.run(insert)
  return { url: `/aps/file/link/${token}`, expireTime: expires.toISOString() }
}

/** Parses a key with or without its group, and finds its kind of file. */
export function fileNamed(
  groups: readonly FileGroup[],
  wire: string,
): { readonly group: FileGroup; readonly key: string } {
  const key = wire.slice(wire.lastIndexOf('/') + 1)
  const group = required(
    groups.find((known) => known.isKey(key)),
    httpErrors.notFound(),
  )
  return { group, key }
}

/** The calls that every kind of file has (spec section 7). */
export function fileRoutes(groups: readonly FileGroup[]): Route[] {
  return [
    defineFileRoute({
      method: 'GET',
      path: '/aps/file/:key',
      right: SIGNED_IN,
      summary: 'A file by its key',
      params: keyParams,
      mode: 'file',
      handler: async (tx, { principal, now }, { params: { key } }) =>
        answerOf(await fileNamed(groups, key).group.find(tx, principal, key, now)),
    }),
    defineRoute({
      method: 'GET',
      path: '/aps/file/tmpUrl',
      right: SIGNED_IN,
      summary: 'A link to save a file, for the caller alone and for a minute',
      mode: 'write',
      answersOnce: true,
      fromLink: true,
      query: keyParams,
      data: Type.Object({ url: Type.String(), expireTime: Type.String() }),
      handler(tx, context, { query }) {
        const link = { ...fileNamed(groups, query.key), purpose: 'download', seconds: DOWNLOAD_SECONDS } as const
        return makeFileLink(tx, context, link)
      },
    }),
    byLink(groups),
  ]
}

/** A browser saves or shows a file by address without sending the session, so the address itself identifies the person. */
function byLink(groups: readonly FileGroup[]): Route {
  return defineFileRoute({
    method: 'GET',
    path: '/aps/file/link/:token',
    right: { public: 'the link was made for one person and his session, and ends with either' },
    summary: 'A file by a link that was made for one person',
    params: Type.Object({ token: Type.String({ maxLength: 100 }) }),
    mode: 'file',
    async handler(tx, { language, now }, { params }) {
      const link = required(
        await tx.first(followLink(tokenHash(params.token), now, standLimits())),
        fileErrors.linkOver(),
      )
      const principal = required(await principalOfUser(tx, link.user_id, language), fileErrors.linkOver())
      const [name = '', key = ''] = link.file_key.split('/')
      const group = groups.find((known) => known.name === name)
      if (!group) throw new Refused(fileErrors.linkOver())
      const file = await group.find(tx, principal, key, now)
      return {
        ...answerOf(file),
        isShown: link.purpose === 'preview',
        reader: { ...principal, sessionId: link.session_id },
      }
    },
  })
}
