import type { NotificationKind } from '#kernel/platform/outbox/notification-intent.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { NotificationSubject } from './notification-subjects.ts'
import { type DocumentChanged, documentChanged } from '#kernel/platform/outbox/outbox.ts'
import { accessTexts } from '#kernel/platform/access/access-texts.ts'
import type { RequestContext } from '#kernel/platform/access/principal.ts'

const OWN_ACCOUNT = 'ownAccount'

/** People read about their own account only, which needs no right. */
export const ownAccountSubject: NotificationSubject = {
  type: OWN_ACCOUNT,
  right: null,
  title: (language) => accessTexts(language).ownAccount,
  pages: () => ({ pc: '/account/sessions', mobile: '/tasks/mobile' }),
}

/** The language of messages: for people who chose none, that of the highest organisation they work for. */
const languages = prepared<{ id: number; language: Language }>(
  'access.languages',
  `select u.id, coalesce(u.language, (
     select o.language from user_role r join organisation o on o.id = r.organisation_id where r.user_id = u.id
     order by case o.type when 'headquarters' then 1 when 'region' then 2 else 3 end, o.id limit 1
   ), o.language) as language
   from app_user u join organisation o on o.id = u.organisation_id where u.id = any ($1::int[])`,
)

/** A notified person, with the subject's text in their language. */
export interface NotifiedPerson {
  readonly userId: number
  readonly words: (language: Language) => string
}

type Subject = Pick<DocumentChanged, 'documentType' | 'documentId' | 'no' | 'round'>
const ownAccount = (userId: number): Subject => ({ documentType: OWN_ACCOUNT, documentId: String(userId) })

/** A person is notified when another changes their account. `about` lists further notifications. */
export function tellPeople(
  tx: Tx,
  { principal, now }: Pick<RequestContext, 'principal' | 'now'>,
  kind: NotificationKind,
  people: readonly NotifiedPerson[],
  about: (userId: number) => Subject = ownAccount,
): Promise<void> {
  const told = people.filter(({ userId }) => userId !== principal.userId)
  return notifyPeople(tx, { kind, actorId: principal.userId, at: now }, told, about)
}

/** What people are told of, and by whom; null where they are not told that. */
interface Telling {
  readonly kind: NotificationKind
  readonly actorId: number | null
  readonly at: Date
}

/** One message for all who are told the same. */
export async function notifyPeople(
  tx: Tx,
  { kind, actorId, at }: Telling,
  people: readonly NotifiedPerson[],
  about: (userId: number) => Subject,
): Promise<void> {
  if (people.length === 0) return
  const rows = await tx.rows(languages(people.map(({ userId }) => userId)))
  const speaks = new Map(rows.map(({ id, language }) => [id, language]))
  const told = people.map(({ userId, words }) => ({
    userId,
    news: { ...about(userId), opinion: words(speaks.get(userId) ?? 'en') || null },
  }))
  const messages = Map.groupBy(told, ({ news }) => JSON.stringify(news)).values()
  await tx.flight(
    [...messages].map(([first, ...others]) =>
      documentChanged({
        no: '',
        round: 1,
        ...first!.news,
        action: kind,
        kinds: [],
        inboxOf: [],
        notices: [{ kind, to: [first!, ...others].map(({ userId }) => userId) }],
        actorId,
        at: at.toISOString(),
      }),
    ),
  )
}
