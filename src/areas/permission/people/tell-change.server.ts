import { tellPeople } from '#kernel/services/notify/own-account.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { textAt } from '#kernel/base/i18n/texts.ts'
import type { AccessContent, AccessGrant, RoleContent } from '../permission-wire.ts'
import { type Directory, readDirectory } from './directory.server.ts'

const holders = prepared<{ user_id: number }>(
  'permission.holders',
  'select distinct user_id from user_role where role_code = $1 order by 1',
)

const said = (language: Language, path: string, params: Readonly<Record<string, string | number>> = {}) =>
  interpolate(textAt(language, `permission.words.${path}`), params)
const listed = (language: Language, parts: readonly string[]) => parts.join(language === 'zh' ? '；' : '; ')

const keyOf = ({ role, kind, code }: AccessGrant) => `${role} ${kind} ${code}`
const without = (list: readonly AccessGrant[], other: readonly AccessGrant[]) =>
  list.filter((grant) => !other.some((each) => keyOf(each) === keyOf(grant)))
const isSame = (a: readonly string[], b: readonly string[]) => JSON.stringify(a) === JSON.stringify(b)

function accessWords(language: Language, directory: Directory, before: AccessContent, after: AccessContent): string {
  const grant = ({ role, kind, code }: AccessGrant) => {
    const place = directory.places.find((each) => each.kind === kind && each.code === code)
    return { role: directory.roleOf(role).name, place: place?.name ?? code }
  }
  return listed(language, [
    ...without(after.grants, before.grants).map((each) => said(language, 'given', grant(each))),
    ...without(before.grants, after.grants).map((each) => said(language, 'taken', grant(each))),
    ...(isSame(before.customers, after.customers) ? [] : [said(language, 'customersChanged')]),
    ...(isSame(before.stores, after.stores) ? [] : [said(language, 'storesChanged')]),
  ])
}

/** Notifies a person of what their changed access adds and removes. */
export async function notifyOfAccess(
  tx: Tx,
  context: RequestContext,
  userId: number,
  before: AccessContent,
  after: AccessContent,
): Promise<void> {
  const [zh, en] = [await readDirectory(tx, 'zh'), await readDirectory(tx, 'en')]
  const words = (language: Language) => accessWords(language, language === 'zh' ? zh : en, before, after)
  await tellPeople(tx, context, 'accountChanged', [{ userId, words }])
}

/** Notifies the holders of a changed role how many rights it added and removed. */
export async function notifyOfRole(
  tx: Tx,
  context: RequestContext,
  role: string,
  before: RoleContent | null,
  after: RoleContent,
): Promise<void> {
  const more = after.rights.filter((right) => !before?.rights.includes(right)).length
  const less = before?.rights.filter((right) => !after.rights.includes(right)).length ?? 0
  if (more + less === 0) return
  const words = (language: Language) =>
    said(language, 'roleChanged', { role: language === 'zh' ? after.nameZh : after.nameEn, more, less })
  const people = await tx.rows(holders(role))
  await tellPeople(
    tx,
    context,
    'accountChanged',
    people.map(({ user_id: userId }) => ({ userId, words })),
  )
}
