import { stockFoundBy } from '#areas/device/device.facade.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { AreaWork, WorkServices } from '#kernel/platform/jobs/area-work.ts'
import { proposalChanged } from './propose.server.ts'

/** Cuts of a proposal that one transaction counts. */
const AT_ONCE = 50

const nextDue = prepared<{ readonly id: string }>(
  'scheme.next-price-protection',
  `select id from price_protection_proposal where counted_at is null and state <> 'takenBack' and effective_at <= $1 order by effective_at, id limit 1 for update skip locked`,
)

const nextCuts = prepared<{ readonly cut: number }>(
  'scheme.next-price-cuts',
  `select cut_no as cut from price_protection_cut where proposal_id = $1 and taken_at is null and not is_counted order by cut_no limit $2`,
)

/**
 * The stock of whoever the cuts ($2) of a proposal ($1) are for, just before their instant: a customer, or all enabled ones of a classification in
 * the area without a cut of their own.
 */
const stockOfCuts = stockFoundBy(
  'price-protection',
  `select t.cut_no as line, c.code as customer_code, t.sku_code, p.effective_at - interval '1 millisecond' as at, p.coverage_days,
     p.reference_day::text as occasion, t.new_price as paid_above, p.currency,
     t.customer_code is null and p.currency <> y.currency as only_known
   from price_protection_proposal p join price_protection_cut t on t.proposal_id = p.id and t.cut_no = any ($2::int[]) and t.taken_at is null
   join customer c on (c.code = t.customer_code or c.classification_code = t.classification_code) and c.state = 'enabled'
   join country y on y.code = c.country_code and y.area_id = p.area_id
   where p.id = $1 and (t.customer_code is not null or not exists (select from price_protection_cut o
     where o.proposal_id = p.id and o.sku_code = t.sku_code and o.customer_code = c.code and o.taken_at is null))`,
)

/** Units whose invoice was corrected for a price error since the reference day have the lower price already: nobody pays them twice. */
const keepLines = prepared(
  'scheme.keep-price-protection',
  `insert into price_protection_line (proposal_id, customer_code, sku_code, old_price, new_price, units, corrected, amount)
   select p.id, g.customer, t.sku_code, t.old_price, t.new_price, g.units, k.corrected, (t.old_price - t.new_price) * greatest(g.units - k.corrected, 0)
   from unnest($2::int[], $3::text[], $4::int[]) g (cut, customer, units)
   join price_protection_proposal p on p.id = $1 join price_protection_cut t on t.proposal_id = p.id and t.cut_no = g.cut
   cross join lateral (select coalesce(sum(l.after_quantity), 0)::int as corrected from scheme_adjust_invoice d
     join scheme_adjust_invoice_line l on l.document_id = d.id and l.round = d.round
     where d.customer_code = g.customer and d.state = 'approved' and d.category = 'priceError' and d.currency = p.currency
       and d.posting_date > p.reference_day and l.sku_code = t.sku_code and l.after_price < l.before_price) k
   where g.units > 0`,
)

const markCounted = prepared(
  'scheme.mark-price-cuts',
  'update price_protection_cut set is_counted = true where proposal_id = $1 and cut_no = any ($2::int[])',
)

const finish = prepared(
  'scheme.finish-price-protection',
  `update price_protection_proposal p set counted_at = $2, units = t.units, amount = t.amount
   from (select coalesce(sum(greatest(units - corrected, 0)), 0)::int as units, coalesce(sum(amount), 0) as amount from price_protection_line where proposal_id = $1) t
   where p.id = $1`,
)

async function count(tx: Tx, at: Date): Promise<boolean> {
  const due = await tx.first(nextDue(at))
  if (!due) return false
  const cuts = (await tx.rows(nextCuts(due.id, AT_ONCE))).map(({ cut }) => cut)
  if (cuts.length > 0) {
    const stock = await tx.rows(stockOfCuts(due.id, cuts))
    await tx.run(
      keepLines(
        due.id,
        stock.map(({ line }) => line),
        stock.map((row) => row.customer_code),
        stock.map(({ units }) => units),
      ),
    )
    await tx.run(markCounted(due.id, cuts))
  }
  if (cuts.length < AT_ONCE) await tx.flight([finish(due.id, at), proposalChanged(due.id, 'count')])
  return true
}

/** Counts what is due, some cuts at a time. */
export async function countProposals({ now, transaction }: WorkServices): Promise<boolean> {
  return transaction((tx) => count(tx, now()))
}

export const proposalWork: AreaWork = {
  name: 'proposals of price protection',
  everySeconds: 30,
  run: countProposals,
}
