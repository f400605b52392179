import { tellPeople } from '#kernel/services/notify/own-account.ts'
import type { NotificationSubject } from '#kernel/services/notify/notification-subjects.ts'
import { may, narrowed, type RequestContext } from '#kernel/platform/access/principal.ts'
import { principalOfUser } from '#kernel/platform/access/session.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { Refused, required } from '#kernel/base/errors/errors.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { accessTexts } from '#kernel/platform/access/access-texts.ts'
import { settingChanges } from '#kernel/engine/setting/content-words.ts'
import { type KnownSetting, knownSetting } from '#kernel/engine/setting/known-settings.ts'
import { askedDrafts, markAsked, SETTING_DRAFT } from '#kernel/engine/setting/setting.queries.ts'
import { hold, requireMay, type Setting, settle, shown, versionsOf } from '#kernel/engine/setting/setting.ts'
import { mayPublish } from '#kernel/engine/setting/second-person.ts'
import type { WaitingDraft } from '#kernel/engine/setting/setting-wire.ts'
import { twoPeopleErrors } from '#kernel/engine/setting/two-people.errors.ts'

interface Named {
  readonly kind: string
  readonly key: string
  readonly draftVersion: number
}

/** A draft that a second person is asked to publish, in the product and in messages. */
export const settingDraftSubject: NotificationSubject = {
  type: SETTING_DRAFT,
  right: null,
  title: (language) => accessTexts(language).settingDraft,
  pages: () => ({ pc: '/tasks/pc', mobile: '/tasks/mobile' }),
}

/** Holders of a right somewhere who have not worked on the draft. */
const holdersOf = prepared<{ readonly user_id: number }>(
  'setting.second-people',
  `select distinct r.user_id from user_role r join app_user u on u.id = r.user_id and u.status = 'active'
   where r.user_id <> all ($2::int[]) and (r.role_code = 'superAdmin' or exists (
     select from role_right g where g.role_code = r.role_code and g.right_code = $1))
   order by 1 limit 200`,
)

const titleOf = ({ called }: Setting<unknown>, language: Language, key: string, content: unknown): string => {
  const name = called.name ? called.name(language, key, content) : key
  return [called.title(language), name].filter((each) => each !== '').join(' · ')
}

const settingOf = (kind: string): KnownSetting => required(knownSetting(kind), twoPeopleErrors.unknown())

/** Asks whoever may be the second person of a draft to publish it; asked again, nobody is told twice. */
export async function askToPublish(
  tx: Tx,
  context: RequestContext,
  { kind, key, draftVersion }: Named,
): Promise<number> {
  const { setting } = settingOf(kind)
  const { edit, publish } = setting.rights
  if (!may(context.principal, edit)) throw new Refused(twoPeopleErrors.mayNotAsk({ right: edit }))
  const writer = { ...context, principal: narrowed(context.principal, edit) }
  await setting.known?.(tx, key, writer)
  const { held, draft } = await hold(tx, context, kind, { key, version: draftVersion })
  const found = required(draft, twoPeopleErrors.noDraft())
  await requireMay(tx, writer, setting, 'edit', key, found.content)
  const problems = await setting.check(tx, writer, key, await shown(tx, writer, setting, found.content))
  if (problems.length > 0) throw new Refused([twoPeopleErrors.incomplete({ count: problems.length }), ...problems])
  const people: number[] = []
  for (const { user_id: userId } of await tx.rows(holdersOf(publish, [...found.editors, context.principal.userId]))) {
    const principal = await principalOfUser(tx, userId, context.language)
    if (principal && (await mayPublish(tx, { ...context, principal }, setting, found))) people.push(userId)
  }
  if (people.length === 0) throw new Refused(twoPeopleErrors.nobodyToAsk())
  if (found.requested_at) return people.length
  await tx.run(markAsked(kind, key, context.principal.userId, context.now))
  const words = (language: Language) =>
    [titleOf(setting, language, key, found.content), found.note.trim()]
      .filter((each) => each !== '')
      .join(language === 'zh' ? '：' : ': ')
  await tellPeople(
    tx,
    context,
    'publishAsked',
    people.map((userId) => ({ userId, words })),
    () => ({ documentType: SETTING_DRAFT, documentId: held.id }),
  )
  context.note?.({ type: setting.audited, subject: key, changes: {} })
  return people.length
}

/** Gives a draft back to whoever asked, with the reason; it stays a draft. */
export async function rejectDraft(
  tx: Tx,
  context: RequestContext,
  { kind, key, draftVersion, opinion }: Named & { readonly opinion: string },
): Promise<void> {
  const { setting } = settingOf(kind)
  const { held, draft } = await hold(tx, context, kind, { key, version: draftVersion })
  const found = required(draft, twoPeopleErrors.noDraft())
  if (found.requested_by === null || !(await mayPublish(tx, context, setting, found)))
    throw new Refused(twoPeopleErrors.notAsked())
  await tx.run(markAsked(kind, key, null, null))
  await settle(tx, context, held.id)
  const words = (language: Language) =>
    `${titleOf(setting, language, key, found.content)}${language === 'zh' ? '：' : ': '}${opinion.trim()}`
  await tellPeople(tx, context, 'rejected', [{ userId: found.requested_by, words }], () => ({
    documentType: SETTING_DRAFT,
    documentId: held.id,
  }))
  context.note?.({ type: setting.audited, subject: key, changes: { opinion: [null, opinion.trim()] } })
}

/** The drafts for which the caller may be the second person, the longest waiting first. */
export async function waitingDrafts(tx: Tx, context: RequestContext): Promise<readonly WaitingDraft[]> {
  const { language } = context
  const found: WaitingDraft[] = []
  for (const row of await tx.rows(askedDrafts())) {
    const known = knownSetting(row.kind)
    if (!known || row.requested_at === null || !(await mayPublish(tx, context, known.setting, row))) continue
    const { setting, path } = known
    const reader = { ...context, principal: narrowed(context.principal, setting.rights.publish) }
    const [newest] = await versionsOf(tx, setting, row.key)
    const content = await shown(tx, reader, setting, row.content)
    const before = newest ? await shown(tx, reader, setting, newest.content) : null
    found.push({
      kind: row.kind,
      key: row.key,
      draftVersion: row.version,
      title: titleOf(setting, language, row.key, content),
      by: row.editor[language],
      askedAt: row.requested_at.toISOString(),
      note: row.note,
      changes: await settingChanges(tx, language, setting, row.key, before, content),
      effect: setting.called.effect?.(language) ?? null,
      url: setting.called.page(row.key),
      publishPath: `${path}/publish`,
    })
  }
  return found
}
