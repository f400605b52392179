/** SQL expressions of the request whose special prices are joined. */
interface Met {
  readonly customer: string
  readonly sku: string
  /** All products of this SPU count where `sku` is null. */
  readonly spu: string
  readonly firstDay: string
  readonly lastDay: string
  /** Boolean: the request may be combined with special prices that are combinable as well. */
  readonly isStackable: string
}

/** SQL: joins the special prices `p` of a customer and a product in some days, with units that are, will be, or were sold. */
export const joinSpecialPrices = ({ customer, sku, spu, firstDay, lastDay, isStackable }: Met): string =>
  `join special_price p on p.customer_code = ${customer} and (p.state in ('asked', 'effective') or p.used > 0)
     and p.valid_from <= ${lastDay} and p.valid_to >= ${firstDay} and not (p.stackable and ${isStackable})
   join sku k on k.code = p.sku_code and (k.code = ${sku} or ${sku} is null and k.spu_code = ${spu})`

/** SQL: the forms with effective special prices whose last day is before a day, or on it. */
export const formsOfSpecialPricesUntil = (day: string): string =>
  `select document_id from special_price where state = 'effective' and valid_to < ${day}::date + 1`
