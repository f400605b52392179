import { namedCustomers } from '#areas/customer/customer.facade.ts'
import { namedProducts } from '#areas/product/product.facade.ts'
import type { ActionOf, Content } from '#kernel/engine/definition/definition.ts'
import { ofOrganisation } from '#kernel/engine/document/fact-sight.ts'
import { namedRows } from '#kernel/engine/document/named-rows.ts'
import type { AnyDocument, FactRequest, FactSpecs } from '#kernel/engine/document/server-document.ts'
import { keptArray, prepared } from '#kernel/platform/db/statement.ts'
import type {
  AskedHeader,
  AskedLine,
  NamedClassification,
  PriceFacts,
  PriceNow,
  PricePlace,
} from './price-lines.rules.ts'
import { heldAsShown, priceHolder, type WithHolder } from './held-by.server.ts'
import { namedClassification } from './price-references.ts'
import { lastTo } from './price-sql.ts'

const placeOf = prepared<PricePlace>(
  'price.place',
  `select a.organisation_id as "scopeId", a.idc_code as "idcCode",
     (($2::timestamptz at time zone 'UTC') + substr(o.timezone, 4)::interval)::date::text as today
   from area a join organisation o on o.id = a.organisation_id where a.id = $1`,
)

const termsOf = prepared<{ code: string }>(
  'price.terms',
  `select t.code from trade_term t where t.enabled and ($1::text is null or exists (select from customer_trade_term c
     where c.trade_term_code = t.code and c.customer_code = $1 and c.enabled))`,
)

type FoundNow = WithHolder<PriceNow>

const TAXED = (row: string) =>
  `jsonb_build_object('price', ${row}.price::text, 'ladder', ${row}.ladder, 'taxMode', ${row}.tax_mode, 'taxRate', ${row}.tax_rate::text)`

/**
 * What stands in the list for each product ($5) on the day on which its line begins ($6), and until it ends ($7), and who holds it. A customer without a
 * price pays that of their classification. `earlier` leaves out what the country itself set in the 90 days before.
 */
const nowOf = prepared<FoundNow>(
  'price.lines-now',
  `select (l.n - 1)::int as row, l.sku as "skuCode", r.price::text as "previousPrice",
     case when r.id is not null then ${TAXED('r')} end as stands, coalesce(p.replaced, '[]') || case when r.id is null then coalesce(g.paid, '[]') else '[]' end as replaced,
     coalesce(e.measure, g.paid -> 0) as earlier, c.unit_cost::text as "unitCost", c.floor_margin::text as "floorMargin", c.origin as "costOrigin",
     (select ${priceHolder()} from price_hold h where h.key_id = k.id and h.document_id is distinct from $8::bigint
        and tstzrange(h.valid_from, h.valid_to) && tstzrange(w.begins, w.ends) limit 1) as "heldBy"
   from unnest(${keptArray(5, 'text')}, ${keptArray(6, 'date')}, ${keptArray(7, 'date')}) with ordinality as l (sku, day, till, n)
   join area a on a.id = $1 join organisation o on o.id = a.organisation_id
   left join price_key k on k.sku_code = l.sku and k.area_id = a.id and k.party = price_party($2, $3)
     and k.trade_term_code = $4 and k.currency = $9
   cross join lateral (select day_begin(l.day, o.timezone) as begins, day_begin(greatest(l.till + 1, case when l.till is not null then l.day end), o.timezone) as ends offset 0) w
   left join ${lastTo('price_row', 'r', 'k.id', 'w.begins')} on r.valid_to is null or r.valid_to > w.begins
   left join lateral (select jsonb_agg(${TAXED('x')}) as replaced from price_row x where x.key_id = k.id and x.known_until is null
     and w.begins is not null and tstzrange(x.valid_from, x.valid_to) && tstzrange(w.begins, w.ends)) p on true
   left join lateral (select ${TAXED('x')} as measure from price_row x where x.key_id = k.id and x.known_until is null and x.valid_from <= w.begins
     and (x.source_type <> 'priceApplication' or x.valid_from <= w.begins - interval '90 days') order by x.valid_from desc limit 1) e on true
   left join lateral (select jsonb_build_array(${TAXED('x')}) as paid
     from price_key q cross join ${lastTo('price_row', 'x', 'q.id', 'w.begins')}
     where $2::text is not null and (r.id is null or e.measure is null) and q.sku_code = l.sku and q.area_id = a.id and q.trade_term_code = $4 and q.currency = $9
       and q.party = price_party(null, (select u.classification_code from customer u where u.code = $2)) and (x.valid_to is null or x.valid_to > w.begins)) g on true
   left join lateral price_cost_at(l.sku, a.id, $9, w.begins) c on true
   order by l.n`,
)

const classificationsNamed = namedRows<NamedClassification>(namedClassification, {
  name: 'price.classifications',
  columns: { areaId: 'r.area_id' },
})

/** The fields that every document asking for prices has. */
interface PriceContent {
  readonly header: AskedHeader & { readonly currency: string }
  readonly lines: readonly AskedLine[]
}

/** The facts of a document that asks for prices. */
export function priceFacts<D extends AnyDocument>(definition: D): FactSpecs<D, PriceFacts> {
  // Safe casts: all price documents have these actions and fields.
  const [acts, drafting]: readonly (readonly string[])[] = [['submit'], ['save', 'submit']]
  const submit = acts as readonly ActionOf<D>[]
  const placed = drafting as readonly ActionOf<D>[]
  const asked = (content: Content<D> | null) => content as unknown as PriceContent | null
  const ofCustomer = {
    accompanies: 'customers',
    by: {
      own: (_: unknown, { content }: FactRequest<D>) => asked(content)?.header.customerCode ?? [],
      theirs: ({ code }: { readonly code: string }) => code,
    },
  } as const
  return {
    place: {
      actions: placed,
      sight: ofOrganisation,
      statement: ({ content, now }) => placeOf(asked(content)?.header.areaId ?? null, now),
      read: ([row]: PricePlace[]) => row ?? null,
    },
    customers: namedCustomers.fact(definition, submit),
    classifications: classificationsNamed.fact(definition, submit),
    terms: {
      actions: submit,
      sight: ofCustomer,
      statement: ({ content }) => termsOf(asked(content)?.header.customerCode ?? null),
      read: (rows: { code: string }[]) => rows.map(({ code }) => code),
    },
    products: namedProducts(definition, submit),
    now: {
      actions: submit,
      sight: [{ accompanies: 'place' }, ofCustomer],
      statement({ content, documentId }) {
        const { header, lines = [] } = asked(content) ?? {}
        const dayOf = (day: string | null | undefined) => (day === '0001-01-01' ? null : (day ?? null))
        return nowOf(
          header?.areaId ?? null,
          header?.customerCode ?? null,
          header?.classificationCode ?? null,
          header?.tradeTermCode ?? null,
          lines.map(({ skuCode }) => skuCode),
          lines.map(({ lineFrom }) => dayOf(lineFrom ?? header?.effectiveFrom)),
          lines.map(({ lineTo }) => (header?.mode === 'temporary' ? dayOf(lineTo ?? header.effectiveTo) : null)),
          documentId,
          header?.currency ?? null,
        )
      },
      read: (rows: FoundNow[], { principal }) => rows.map((row): PriceNow => heldAsShown(principal, row)),
    },
  }
}
