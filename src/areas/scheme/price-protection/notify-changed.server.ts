import { dayIn } from '#kernel/base/clock/zone-day.ts'
import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { FollowedAct } from '#kernel/services/following/follow.ts'
import { notifyPeople } from '#kernel/services/notify/own-account.ts'
import { schemeApplication } from '../application/scheme-application.doc.ts'
import { priceProtection as en } from './proposal.en.ts'
import { priceProtection as zh } from './proposal.zh.ts'

const texts = overridableTexts('priceProtection', { en, zh })

interface Concerned {
  readonly application: string
  readonly no: string
  readonly round: number
  readonly timezone: string
  readonly taken: number
  readonly total: number
  readonly user_id: number
}

/** Who drafted the applications that proposals ($1) became, and who has an open task of one; those that were terminated concern nobody. */
const concerned = prepared<Concerned>(
  'scheme.told-of-changed-cuts',
  `select d.id::text as application, d.no, d.round, o.timezone, u.user_id,
     (select count(*)::int from price_protection_cut t where t.proposal_id = p.id and t.taken_at is not null) as taken,
     (select count(*)::int from price_protection_cut t where t.proposal_id = p.id) as total
   from price_protection_proposal p join scheme_application d on d.id = p.application_id join organisation o on o.id = p.scope_id
   cross join lateral (
     select d.drafter_id as user_id
     union
     select t.user_id from approval_task t where t.document_id = d.id and t.round = d.round and t.state in ('open', 'waiting')
   ) u
   where p.id = any ($1::bigint[]) and p.state = 'used' and d.state <> 'cancelled' order by d.id, u.user_id`,
)

/** The people concerned are told that cuts of these proposals, which became applications, were taken back. */
export async function notifyOfChangedCuts(tx: Tx, act: FollowedAct, proposals: readonly string[]): Promise<void> {
  if (proposals.length === 0) return
  const people = await tx.rows(concerned(proposals))
  for (const [application, told] of Map.groupBy(people, (row) => row.application)) {
    const [{ no, round, timezone, taken, total }] = told as [Concerned]
    const words = (language: Language) => {
      const { usedChanged, acts } = texts[language]
      const named = acts[act.did as keyof typeof acts]
      return interpolate(usedChanged, { act: named, no: act.no, day: dayIn(timezone, act.at), taken, total })
    }
    await notifyPeople(
      tx,
      { kind: 'basisChanged', actorId: act.actorId, at: act.at },
      told.map((row) => ({ userId: row.user_id, words })),
      () => ({ documentType: schemeApplication.name, documentId: application, no, round }),
    )
  }
}
