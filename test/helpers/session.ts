import type pg from 'pg'
import { createSession } from '#kernel/platform/access/session.ts'
import { productNow } from '#kernel/base/clock/clock.ts'
import { transaction } from '#kernel/platform/db/tx.ts'

/** The answer to a sign-in. */
export interface DemoSession {
  readonly token: string
  readonly csrfToken: string
}

/** A session of an account, without a sign-in. */
export async function makeSession(pool: pg.Pool, account: string, absoluteMinutes = 600): Promise<DemoSession> {
  const { rows } = await pool.query<{ id: number }>('select id from app_user where account = $1', [account])
  const now = productNow()
  const input = { userId: rows[0]?.id ?? 0, kind: 'sso' as const, idToken: null, absoluteMinutes, authAt: now }
  const session = await transaction(pool, (tx) => createSession(tx, input, now))
  if (!session) throw new Error(`${account} cannot sign in`)
  return session
}

/** The headers of a call in a session. */
export function sessionHeaders({ token, csrfToken }: DemoSession) {
  return { authorization: `Bearer ${token}`, 'x-csrf-token': csrfToken }
}

/** The same as lines of a request that is written byte by byte. */
export function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}

/** A file as a form sends it, with texts before it. */
export interface FileSent {
  readonly name: string
  readonly bytes: Uint8Array
  /** The media type that the sender declares. */
  readonly mediaType?: string
  readonly fields?: Readonly<Record<string, string>>
}

/** The boundary between the parts of `formOf`. */
export const FORM_TYPE = 'multipart/form-data; boundary=b'

export function formOf({ name, bytes, mediaType = 'application/octet-stream', fields = {} }: FileSent): Buffer {
  const texts = Object.entries(fields).map(
    ([field, text]) => `--b\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${text}\r\n`,
  )
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${mediaType}\r\n\r\n`
  return Buffer.concat([Buffer.from(texts.join('') + head), bytes, Buffer.from('\r\n--b--\r\n')])
}
