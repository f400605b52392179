import { cutsAround, type CutsAround, type PriceCut, priceMove } from '#areas/price/price.facade.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { documentChanged } from '#kernel/platform/outbox/outbox.ts'
import type { FollowedAct } from '#kernel/services/following/follow.ts'
import { protectedDays } from '../decision/scheme-parameters.server.ts'
import { PROPOSALS } from './proposal-wire.ts'
import { notifyOfChangedCuts } from './notify-changed.server.ts'

/** A proposal for each area, currency, class of products and instant of a document. */
const propose = prepared<{ readonly id: string }>(
  'scheme.propose-price-protection',
  `insert into price_protection_proposal (scope_id, area_id, product_class, currency, source_type, source_id, source_no, effective_at, reference_day, coverage_days, created_at)
   select distinct a.organisation_id, g.area_id, y.class, g.currency, g.source_type, g.source_id, g.source_no, g.at,
     ((g.at - interval '1 millisecond') at time zone 'UTC' + substr(o.timezone, 4)::interval)::date, $7::int, $8::timestamptz
   from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[], $9::timestamptz[])
     as g (area_id, sku_code, currency, source_type, source_id, source_no, at)
   join area a on a.id = g.area_id join organisation o on o.id = a.organisation_id
   join sku k on k.code = g.sku_code join spu s on s.code = k.spu_code join product_category y on y.code = s.category_code
   on conflict on constraint price_protection_proposal__once do nothing returning id`,
)

interface Difference {
  readonly proposal: string
  /** Null where the cut is new. */
  readonly cut: number | null
  readonly customer: string | null
  readonly classification: string | null
  readonly sku: string
  /** Null where no cut stands any more. */
  readonly old: string | null
  readonly new: string | null
}

/**
 * Where the kept cuts differ from those that stand now. Of several cuts of a product for the same customers - of terms of trade - the smallest
 * counts, because a unit in stock does not say by which it was bought.
 */
const differences = prepared<Difference>(
  'scheme.price-cut-differences',
  `with standing as (
     select distinct on (p.id, g.sku_code, g.customer_code, g.classification_code) p.id, g.customer_code, g.classification_code, g.sku_code, g.old_price, g.new_price
     from unnest($7::int[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::bigint[], $14::timestamptz[], $15::numeric[], $16::numeric[])
       as g (area_id, customer_code, classification_code, sku_code, currency, source_type, source_id, at, old_price, new_price)
     join sku k on k.code = g.sku_code join spu s on s.code = k.spu_code join product_category y on y.code = s.category_code
     join price_protection_proposal p on p.source_type = g.source_type and p.source_id = g.source_id and p.area_id = g.area_id
       and p.currency = g.currency and p.product_class = y.class and p.effective_at = g.at
     order by p.id, g.sku_code, g.customer_code, g.classification_code, g.old_price - g.new_price, g.old_price
   ), kept as (
     select t.* from unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::timestamptz[])
       as w (area_id, customer_code, classification_code, sku_code, currency, since)
     join price_protection_cut t on t.sku_code = w.sku_code and t.customer_code is not distinct from w.customer_code
       and t.classification_code is not distinct from w.classification_code
     join price_protection_proposal p on p.id = t.proposal_id and p.area_id = w.area_id and p.currency = w.currency and p.effective_at >= w.since
   )
   select coalesce(k.proposal_id, s.id) as proposal, k.cut_no as cut, coalesce(k.customer_code, s.customer_code) as customer,
     coalesce(k.classification_code, s.classification_code) as classification, coalesce(k.sku_code, s.sku_code) as sku,
     s.old_price::text as old, s.new_price::text as new
   from standing s full join kept k on k.proposal_id = s.id and k.sku_code = s.sku_code
     and coalesce(k.customer_code, '') = coalesce(s.customer_code, '') and coalesce(k.classification_code, '') = coalesce(s.classification_code, '')
   where case when s.id is null then k.taken_at is null
     else k.proposal_id is null or k.taken_at is not null or (k.old_price, k.new_price) <> (s.old_price, s.new_price) end
   order by 1, 5, 3, 4`,
)

const lock = prepared(
  'scheme.lock-price-protection',
  'select from price_protection_proposal where id = any ($1::bigint[]) order by id for update',
)

const takeCuts = prepared(
  'scheme.take-price-cuts',
  `update price_protection_cut t set taken_at = $3 from unnest($1::bigint[], $2::int[]) g (proposal, cut)
   where t.proposal_id = g.proposal and t.cut_no = g.cut`,
)

const keepCuts = prepared(
  'scheme.keep-price-cuts',
  `insert into price_protection_cut (proposal_id, cut_no, customer_code, classification_code, sku_code, old_price, new_price)
   select g.proposal, (select coalesce(max(t.cut_no), 0) from price_protection_cut t where t.proposal_id = g.proposal)
       + row_number() over (partition by g.proposal order by g.sku, g.customer, g.classification), g.customer, g.classification, g.sku, g.old, g.new
   from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::numeric[], $6::numeric[]) g (proposal, customer, classification, sku, old, new)
   on conflict (proposal_id, sku_code, coalesce(customer_code, ''), coalesce(classification_code, ''))
     do update set old_price = excluded.old_price, new_price = excluded.new_price, taken_at = null`,
)

const note = prepared(
  'scheme.note-price-cuts',
  'update price_protection_proposal set changed_no = $2, changed_act = $3, changed_at = $4 where id = any ($1::bigint[])',
)

/** Only a proposal that nobody has decided on is closed, opened or counted anew; what becomes of another one is decided by the person who decided on it. */
const begin = [
  prepared(
    'scheme.begin-price-protection',
    `update price_protection_proposal p set counted_at = null, units = 0, amount = 0,
       state = case when exists (select from price_protection_cut t where t.proposal_id = p.id and t.taken_at is null) then 'open' else 'takenBack' end
     where p.id = any ($1::bigint[]) and p.state in ('open', 'takenBack')`,
  ),
  prepared(
    'scheme.begin-price-protection-lines',
    `delete from price_protection_line l using price_protection_proposal p where p.id = l.proposal_id and p.id = any ($1::bigint[]) and p.state in ('open', 'takenBack')`,
  ),
  prepared(
    'scheme.begin-price-protection-cuts',
    `update price_protection_cut t set is_counted = false from price_protection_proposal p
     where p.id = t.proposal_id and p.id = any ($1::bigint[]) and p.state in ('open', 'takenBack')`,
  ),
] as const

async function beginAnew(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const statement of begin) await tx.run(statement(ids))
}

const column = <T, K extends keyof T>(rows: readonly T[], name: K) => rows.map((row) => row[name])

/** Actions that write prices; other ones change those of an earlier one. */
const SETS: ReadonlySet<string> = new Set(['approve', 'submit', priceMove.did])

/** Proposes the cuts that come with an act, and brings in line what was proposed before where it changes other cuts. */
export async function proposeProtection(tx: Tx, act: FollowedAct, { touched, cuts }: CutsAround): Promise<void> {
  const isSet = SETS.has(act.did)
  const coming = cuts.filter(
    ({ sourceId, effectiveAt }) => (isSet && sourceId === act.documentId) || effectiveAt > act.at,
  )
  const proposed = await tx.rows(
    propose(
      column(coming, 'areaId'),
      column(coming, 'skuCode'),
      column(coming, 'currency'),
      column(coming, 'sourceType'),
      column(coming, 'sourceId'),
      column(coming, 'sourceNo'),
      protectedDays(),
      act.at,
      column(coming, 'effectiveAt'),
    ),
  )
  const isNew = new Set(column(proposed, 'id'))
  const differing = differences(...touchedColumns(touched), ...cutColumns(cuts))
  let found = await tx.rows(differing)
  const older = column(found, 'proposal').filter((id) => !isNew.has(id))
  if (older.length > 0) {
    // The proposals are locked, so that nobody decides on them or counts them meanwhile, and the differences are read again under the lock.
    await tx.run(lock(older))
    found = await tx.rows(differing)
  }
  const gone = found.filter((each) => each.old === null)
  const there = found.filter((each) => each.old !== null)
  if (gone.length > 0) await tx.run(takeCuts(column(gone, 'proposal'), column(gone, 'cut'), act.at))
  if (there.length > 0) {
    await tx.run(
      keepCuts(
        column(there, 'proposal'),
        column(there, 'customer'),
        column(there, 'classification'),
        column(there, 'sku'),
        column(there, 'old'),
        column(there, 'new'),
      ),
    )
  }
  const changed = [...new Set(column(found, 'proposal'))].filter((id) => !isNew.has(id))
  if (changed.length > 0) {
    await tx.run(note(changed, act.no, act.did, act.at))
    await beginAnew(tx, changed)
  }
  await notifyOfChangedCuts(tx, act, [...new Set(column(gone, 'proposal'))])
  for (const id of isNew) await tx.run(proposalChanged(id, 'propose'))
  for (const id of changed) await tx.run(proposalChanged(id, 'change'))
}

function touchedColumns(touched: CutsAround['touched']) {
  return [
    column(touched, 'areaId'),
    column(touched, 'customerCode'),
    column(touched, 'classificationCode'),
    column(touched, 'skuCode'),
    column(touched, 'currency'),
    column(touched, 'since'),
  ] as const
}

function cutColumns(cuts: readonly PriceCut[]) {
  return [
    column(cuts, 'areaId'),
    column(cuts, 'customerCode'),
    column(cuts, 'classificationCode'),
    column(cuts, 'skuCode'),
    column(cuts, 'currency'),
    column(cuts, 'sourceType'),
    column(cuts, 'sourceId'),
    column(cuts, 'effectiveAt'),
    column(cuts, 'oldPrice'),
    column(cuts, 'newPrice'),
  ] as const
}

/** Follows price documents and the acts on them: what is lowered is proposed for protection, and what is not any more is taken back. */
export async function proposeForCuts(tx: Tx, acts: readonly FollowedAct[]): Promise<void> {
  for (const act of acts) await proposeProtection(tx, act, await cutsAround(tx, act.documentId))
}

const reopen = prepared<{ readonly id: string; readonly changed: boolean }>(
  'scheme.reopen-price-protection',
  `update price_protection_proposal set state = 'open', application_id = null, application_no = null, decided_by = null, decided_at = null
   where application_id = any ($1::bigint[]) returning id, changed_no is not null as changed`,
)

/** The application that a proposal became is gone: the proposal waits again, with the cuts that stand by now. */
export async function reopenProposals(tx: Tx, acts: readonly FollowedAct[]): Promise<void> {
  const reopened = await tx.rows(reopen(column(acts, 'documentId')))
  await beginAnew(
    tx,
    reopened.filter(({ changed }) => changed).map(({ id }) => id),
  )
  for (const { id } of reopened) await tx.run(proposalChanged(id, 'reopen'))
}

/** Open pages read the list anew. */
export function proposalChanged(id: string, action: string) {
  return documentChanged({ documentType: PROPOSALS, documentId: id, action, kinds: [PROPOSALS], inboxOf: [] })
}
