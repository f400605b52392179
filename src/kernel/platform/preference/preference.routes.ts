import Type from 'typebox'
import { holdPerson } from '#kernel/platform/db/hold-person.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { defineRoute, type Route } from '#kernel/platform/http/route.ts'
import { preferenceErrors } from './preference.errors.ts'

/** Preferences are small and few: settings, not general storage. */
const MAX_BYTES = 16_384
const MAX_KEYS = 500

const ofUser = prepared<{ key: string; value: unknown }>(
  'preference.of-user',
  'select key, value from user_preference where user_id = $1 order by key',
)
const countOthers = prepared<{ total: number }>(
  'preference.count-others',
  'select count(*)::int as total from user_preference where user_id = $1 and key <> $2',
)
const put = prepared(
  'preference.put',
  `insert into user_preference (user_id, key, value, updated_at) values ($1, $2, $3::jsonb, $4)
   on conflict (user_id, key) do update set value = excluded.value, updated_at = excluded.updated_at`,
)
const remove = prepared('preference.remove', 'delete from user_preference where user_id = $1 and key = $2')

const all = defineRoute({
  method: 'GET',
  path: '/api/v1/admin/user/preference',
  right: { signedIn: 'Everyone has preferences of his own' },
  summary: 'All preferences of the caller',
  mode: 'read',
  data: Type.Object({ preferences: Type.Record(Type.String(), Type.Unknown()) }),
  async handler(tx, { principal }) {
    const rows = await tx.rows(ofUser(principal.userId))
    return { preferences: Object.fromEntries(rows.map(({ key, value }) => [key, value])) }
  },
})

const set = defineRoute({
  method: 'POST',
  path: '/api/v1/admin/user/preference',
  right: { signedIn: 'Everyone has preferences of his own' },
  summary: 'Set one preference of the caller; null forgets it',
  mode: 'write',
  audit: { none: 'how his own pages look to him' },
  body: Type.Object(
    { key: Type.String({ pattern: '^[A-Za-z0-9_.:-]{1,100}$' }), value: Type.Unknown() },
    { additionalProperties: false },
  ),
  data: Type.Object({ key: Type.String() }),
  async handler(tx, { principal, now }, { body }) {
    const { key, value } = body
    if (value === null || value === undefined) {
      await tx.run(remove(principal.userId, key))
      return { key }
    }
    const text = storable(value)
    await tx.run(holdPerson('user_preference', principal.userId))
    const others = await tx.first(countOthers(principal.userId, key))
    if ((others?.total ?? 0) >= MAX_KEYS) throw new Refused(preferenceErrors.tooManyPreferences({ limit: MAX_KEYS }))
    await tx.run(put(principal.userId, key, text, now))
    return { key }
  },
})

/** The value as stored, if it is small enough. */
export function storable(value: unknown): string {
  const text = JSON.stringify(value)
  // The database's own text of it has a blank after each comma and colon.
  const blanks = text.split(/[,:]/).length
  if (Buffer.byteLength(text) + blanks > MAX_BYTES) {
    throw new Refused(preferenceErrors.tooLarge({ limit: MAX_BYTES }))
  }
  return text
}

export const preferenceRoutes: readonly Route[] = [all, set]
