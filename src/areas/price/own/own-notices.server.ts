import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { Follow, FollowedAct } from '#kernel/services/following/follow.ts'
import type { NotificationSubject } from '#kernel/services/notify/notification-subjects.ts'
import { notifyPeople } from '#kernel/services/notify/own-account.ts'
import { CONCERNS } from './own-concern.ts'
import { ownNotices as en } from './own-notices.en.ts'
import { ownPrices } from './own-price.list.ts'
import { ownNotices as zh } from './own-notices.zh.ts'

// People of a customer are told of their prices once a document that changes them is through.

const texts = overridableTexts('priceOwnNotices', { en, zh })

/** The acts of price documents that change the list, with what each does to a price (`price_change.act`). */
const ACTS = { approve: 'put', endEarly: 'end', revoke: 'revoke', extend: 'extend', undo: 'revoke' } as const
type Act = keyof typeof ACTS
const REVIEW_ACTS = ['approve', 'endEarly', 'revoke', 'extend'] as const

const subjectOf = (act: Act) => `ownPrices.${act}`

interface Concerned {
  readonly user_id: number
  readonly products: number
  /** From which day, or until which. */
  readonly day: string
}

/**
 * Whom an act of a document ($1) concerns, and how many of their products. Of acts after the approval it is that of this number ($3): the changes
 * of each have an instant of their own. A document that went on as another one has changed nothing.
 */
const concerned = prepared<Concerned>(
  'price.own-told',
  `with touched as (
     select c.id, c.key_id, c.after_id, a.input
     from (select c.*, dense_rank() over (order by c.at) as n from price_change c
       where c.document_id = $1 and c.parent_id is null and case when $2 = 'put' then c.act = 'put' else c.act in ('end', 'revoke', 'extend') end) c
     left join (select a.*, row_number() over (order by a.seq) as n from document_act a
       where a.document_id = $1 and a.action in ('endEarly', 'revoke', 'extend', 'undo')) a on a.n = c.n and $2 <> 'put'
     where c.act = $2 and ($2 = 'put' or a.seq = $3)
   ), told as (
     select k.*, case when $2 in ('end', 'extend') then (t.input ->> 'day')::date else (
         select min(((r.valid_from at time zone 'UTC') + substr(o.timezone, 4)::interval)::date) from price_row r
         where r.id = any (array(select t.after_id union all select b.before_id from price_change b where b.parent_id = t.id))) end as day
     from touched t join price_key k on k.id = t.key_id join organisation o on o.id = k.scope_id
   )
   select u.id as user_id, count(distinct k.sku_code)::int as products, min(k.day)::text as day
   from told k
   join (user_customer uc join customer m on m.code = uc.customer_code join app_user u on u.id = uc.user_id and u.status = 'active') on ${CONCERNS}
   where exists (
     with recursive line as (
       select o.id, o.parent_id from organisation o where o.id = k.scope_id
       union
       select o.id, o.parent_id from organisation o join line l on o.id = l.parent_id
     )
     select from user_role r join line l on l.id = r.organisation_id join role_right g on g.role_code = r.role_code and g.right_code = '${ownPrices.right}'
     where r.user_id = u.id)
   group by u.id order by u.id`,
)

async function tell(tx: Tx, act: Act, { documentId, no, at, sequence }: FollowedAct): Promise<void> {
  const people = (await tx.rows(concerned(documentId, ACTS[act], sequence ?? null))).map(
    ({ user_id: userId, products: count, day }) => ({
      userId,
      words: (language: keyof typeof texts) => interpolate(texts[language].about[act], { count, day }),
    }),
  )
  await notifyPeople(tx, { kind: 'announced', actorId: null, at }, people, () => ({
    documentType: subjectOf(act),
    documentId,
    no,
  }))
}

const follow = (of: string, act: Act, did: string = act): Follow => ({
  name: `own prices: ${of} ${did}`,
  of,
  did,
  async do(tx, acts) {
    for (const each of acts) await tell(tx, act, each)
  },
})

export const ownPriceFollows: readonly Follow[] = [
  follow('priceApplication', 'approve'),
  // The prices of a feed are in the list after its submit, without an approval.
  follow('priceFeed', 'approve', 'submit'),
  follow('priceFeed', 'undo'),
  // Of reviews and applications only the rows of reviews are acted on later.
  ...REVIEW_ACTS.map((act) => follow('priceReview', act)),
]

export const ownPriceNews: readonly NotificationSubject[] = (Object.keys(ACTS) as Act[]).map((act) => ({
  type: subjectOf(act),
  right: ownPrices.right,
  title: (language) => texts[language].titles[act],
  pages({ no }) {
    const asked = { announcement: no }
    return { pc: withQuery('/process/price/pc/own', asked), mobile: withQuery('/process/price/mobile/own', asked) }
  },
}))
