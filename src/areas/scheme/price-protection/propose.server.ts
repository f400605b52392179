import { cutsOf, type PriceCut } from '#areas/price/price.facade.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import type { FollowedAct } from '#kernel/services/following/follow.ts'
import { protectedDays } from '../decision/scheme-parameters.server.ts'
import { PROPOSALS } from './proposal-wire.ts'

/**
 * A proposal for each area, currency, class of products and instant. Of several cuts of a product for the same customers - of terms of trade - the
 * smallest counts, because a unit in stock does not say by which it was bought.
 */
const propose = prepared<{ readonly id: string }>(
  'scheme.propose-price-protection',
  `with given as (
     select g.*, y.class, a.organisation_id,
       ((g.at - interval '1 millisecond') at time zone 'UTC' + substr(o.timezone, 4)::interval)::date as reference_day
     from unnest($4::int[], $5::text[], $6::text[], $7::text[], $8::text[], $9::timestamptz[], $10::numeric[], $11::numeric[])
       as g (area_id, customer_code, classification_code, sku_code, currency, at, old_price, new_price)
     join area a on a.id = g.area_id join organisation o on o.id = a.organisation_id
     join sku k on k.code = g.sku_code join spu s on s.code = k.spu_code join product_category y on y.code = s.category_code
     where g.new_price < g.old_price
   ), proposed as (
     insert into price_protection_proposal (scope_id, area_id, product_class, currency, source_type, source_id, source_no, effective_at, reference_day, coverage_days, created_at)
     select distinct organisation_id, area_id, class, currency, $1, $2::bigint, $3, at, reference_day, $12::int, $13::timestamptz from given
     on conflict on constraint price_protection_proposal__once do nothing
     returning id, area_id, product_class, currency, effective_at
   ), cuts as (
     select distinct on (p.id, g.sku_code, g.customer_code, g.classification_code) p.id, g.customer_code, g.classification_code, g.sku_code, g.old_price, g.new_price
     from proposed p join given g on g.area_id = p.area_id and g.class = p.product_class and g.currency = p.currency and g.at = p.effective_at
     order by p.id, g.sku_code, g.customer_code, g.classification_code, g.old_price - g.new_price, g.old_price
   ), kept as (
     insert into price_protection_cut (proposal_id, cut_no, customer_code, classification_code, sku_code, old_price, new_price)
     select id, row_number() over (partition by id order by sku_code, customer_code, classification_code), customer_code, classification_code, sku_code, old_price, new_price from cuts
   ) select id from proposed order by id`,
)

/** A review lowered prices: what it proposes is counted by the area's work once its instant is reached. */
export async function proposeProtection(tx: Tx, act: FollowedAct, cuts: readonly PriceCut[]): Promise<void> {
  if (cuts.length === 0) return
  const column = <K extends keyof PriceCut>(name: K) => cuts.map((cut) => cut[name])
  const proposed = await tx.rows(
    propose(
      act.documentType,
      act.documentId,
      act.no,
      column('areaId'),
      column('customerCode'),
      column('classificationCode'),
      column('skuCode'),
      column('currency'),
      column('effectiveAt'),
      column('oldPrice'),
      column('newPrice'),
      protectedDays(),
      act.at,
    ),
  )
  for (const { id } of proposed) await tx.run(proposalChanged(id, 'propose'))
}

const reopen = prepared<{ readonly id: string }>(
  'scheme.reopen-price-protection',
  `update price_protection_proposal set state = 'open', application_id = null, application_no = null, decided_by = null, decided_at = null
   where application_id = any ($1::bigint[]) returning id`,
)

/** Follows approved price documents: what they lowered is proposed for protection. */
export async function proposeForCuts(tx: Tx, acts: readonly FollowedAct[]): Promise<void> {
  for (const act of acts) await proposeProtection(tx, act, await cutsOf(tx, act.documentId))
}

/** The application that a proposal became is gone: the proposal waits again. */
export async function reopenProposals(tx: Tx, acts: readonly FollowedAct[]): Promise<void> {
  for (const { id } of await tx.rows(reopen(acts.map(({ documentId }) => documentId)))) {
    await tx.run(proposalChanged(id, 'reopen'))
  }
}

/** Open pages read the list anew. */
export function proposalChanged(id: string, action: string) {
  return documentChanged({ documentType: PROPOSALS, documentId: id, action, kinds: [PROPOSALS], inboxOf: [] })
}
