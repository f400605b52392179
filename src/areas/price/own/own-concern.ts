/**
 * SQL for whether prices of a key `k` are those of a customer `m`: agreed for the customer alone, or for its classification in the currency of its
 * country; and only at a trade term that the customer buys at.
 */
export const CONCERNS = `(k.customer_code = m.code or k.classification_code = m.classification_code
    and exists (select from country y where y.code = m.country_code and y.currency = k.currency))
  and exists (select from customer_trade_term t where t.customer_code = m.code and t.trade_term_code = k.trade_term_code and t.enabled)`
