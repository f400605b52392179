/** SQL: the currency of a customer's country. */
const currencyOf = (customer: string) =>
  `(select y.currency from customer x join country y on y.code = x.country_code where x.code = ${customer})`

/**
 * SQL: the last price cut of a product for a customer whose reference day is a day or before it: its day, and the price since then.
 * A cut that was taken back does not count. A cut for a classification is for whoever buys in its currency: where that is not the customer's own, only for units that say so.
 */
export function priceChangeOf(of: Readonly<Record<'area' | 'customer' | 'sku' | 'day' | 'currency', string>>): string {
  return `select p.reference_day::text as occasion, t.new_price, t.customer_code is null and p.currency <> ${currencyOf(of.customer)} as only_known
     from price_protection_cut t join price_protection_proposal p on p.id = t.proposal_id
     where t.taken_at is null and t.sku_code = ${of.sku} and p.area_id = ${of.area} and p.currency = ${of.currency} and p.reference_day <= ${of.day}
       and (t.customer_code = ${of.customer} or t.classification_code = (select x.classification_code from customer x where x.code = ${of.customer}))
     order by p.reference_day desc, t.customer_code nulls last, t.new_price desc limit 1`
}
