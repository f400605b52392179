import {
  budgetsToSpend,
  holdToSpend,
  type Encumbrance,
  encumbrancesOf,
  readBudgetsToSpend,
  readEncumbrances,
} from '#areas/budget/budget.facade.ts'
import { namedCustomers } from '#areas/customer/customer.facade.ts'
import {
  costsOf,
  type FoundCost,
  type PriceAnswer,
  type PriceAsk,
  type PriceColumns,
  pricesStatement,
  readPrices,
  specialPricesBeside,
} from '#areas/price/price.facade.ts'
import { namedProducts } from '#areas/product/product.facade.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { ofOrganisation } from '#kernel/engine/document/fact-sight.ts'
import type { FactRequest, FactSpecs, RowLockSpec } from '#kernel/engine/document/server-document.ts'
import { type SchemeSpecialPrice, schemeSpecialPrice } from './scheme-special-price.doc.ts'
import type { ListPrice, Rival, SpecialPriceFacts } from './scheme-special-price.rules.ts'
import { nothing, PARAMETERS, paysElsewhere, specialPriceDays } from '../decision/scheme-parameters.server.ts'
import { placeFact } from '../shared/scheme-place.facts.ts'

/** The facts of the rules, and of decisions. */
export interface AllSpecialPriceFacts extends SpecialPriceFacts {
  readonly encumbrances: readonly Encumbrance[]
}

type FactsRequest = Pick<FactRequest<SchemeSpecialPrice>, 'content' | 'documentId' | 'principal'>

const actions = ['submit'] as const

const termsOf = prepared<{ code: string }>(
  'scheme.trade-terms',
  `select c.trade_term_code as code from customer_trade_term c join trade_term t on t.code = c.trade_term_code and t.enabled
   where c.customer_code = $1 and c.enabled`,
)

const supportsOf = prepared<Rival>(
  'scheme.price-supports',
  `select distinct on (k.code) w.no, k.code as "skuCode"
   from sku k join price_support w on w.sku_code = k.code or w.sku_code is null and w.spu_code = k.spu_code
   where w.customer_code = $1 and k.code = any ($2::text[]) and w.start_date <= $4::date and w.end_date >= $3::date
     and not (w.stackable and $5::boolean)
   order by k.code, w.no desc`,
)

/** A customer's terms and prices are visible to people who see the customer. */
const OF_CUSTOMER = {
  accompanies: 'customers',
  by: {
    own: (_: unknown, { content }: FactsRequest) => content?.header.customerCode ?? [],
    theirs: ({ code }: { readonly code: string }) => code,
  },
} as const

/** The list prices of its products on its first day. */
function pricesAsked(content: FactsRequest['content']): PriceAsk {
  const {
    areaId = null,
    customerCode = null,
    tradeTermCode = null,
    currency = null,
    validFrom = null,
  } = content?.header ?? {}
  const lines = skusOf(content).map((skuCode) => ({ skuCode, quantity: null }))
  return { areaId, customerCode, tradeTermCode, currency, at: validFrom, lines }
}

const listPrices = (answers: readonly PriceAnswer[]): ListPrice[] =>
  answers.flatMap(({ skuCode, list }) => (list ? [{ skuCode, price: list.price }] : []))

const skusOf = (content: FactsRequest['content']) => (content?.lines ?? []).map(({ skuCode }) => skuCode)
const codesOf = (content: FactsRequest['content']) =>
  content?.header.funding === 'budget'
    ? content.lines.flatMap(({ budgetCode }) => (budgetCode ? [budgetCode] : []))
    : []

export const specialPriceFacts: FactSpecs<SchemeSpecialPrice, AllSpecialPriceFacts> = {
  place: placeFact<SchemeSpecialPrice>(),
  paysElsewhere: { actions, sight: PARAMETERS, statement: nothing, read: paysElsewhere },
  longestDays: { actions, sight: PARAMETERS, statement: nothing, read: specialPriceDays },
  customers: namedCustomers.fact<SchemeSpecialPrice>(schemeSpecialPrice, actions),
  terms: {
    actions,
    sight: OF_CUSTOMER,
    statement: ({ content }: FactsRequest) => termsOf(content?.header.customerCode ?? null),
    read: (rows: { code: string }[]) => rows.map(({ code }) => code),
  },
  products: namedProducts<SchemeSpecialPrice>(schemeSpecialPrice, actions),
  prices: {
    actions,
    sight: [{ accompanies: 'place' }, OF_CUSTOMER],
    statement: ({ content }: FactsRequest) => pricesStatement(pricesAsked(content)),
    read: (rows: PriceColumns[], { content }: FactsRequest) => listPrices(readPrices(rows, pricesAsked(content))),
  },
  costs: {
    actions,
    sight: [{ accompanies: 'place' }, OF_CUSTOMER],
    statement({ content }: FactsRequest) {
      const { areaId = null, currency = null, validFrom = null } = content?.header ?? {}
      return costsOf(areaId, skusOf(content), currency, null, validFrom)
    },
    read: (rows: FoundCost[]) => rows,
  },
  rivals: {
    actions,
    sight: OF_CUSTOMER,
    statement({ content, documentId }: FactsRequest) {
      const {
        customerCode = null,
        tradeTermCode = null,
        currency = null,
        validFrom = null,
        validTo = null,
      } = content?.header ?? {}
      return specialPricesBeside(customerCode, tradeTermCode, currency, skusOf(content), validFrom, validTo, documentId)
    },
    read: (rows: Rival[]) => rows,
  },
  supports: {
    actions,
    sight: OF_CUSTOMER,
    statement({ content }: FactsRequest) {
      const { customerCode = null, validFrom = null, validTo = null, stackable } = content?.header ?? {}
      return supportsOf(customerCode, skusOf(content), validFrom, validTo, stackable === 'yes')
    },
    read: (rows: Rival[]) => rows,
  },
  budgets: {
    actions,
    sight: ofOrganisation,
    statement: ({ content }: FactsRequest) => budgetsToSpend(codesOf(content), content?.header.currency ?? ''),
    read: (rows, { content }) => readBudgetsToSpend(rows, content?.header.currency ?? ''),
  },
  encumbrances: {
    actions: ['approve', 'reject', 'return', 'terminate', 'withdraw', 'close'],
    sight: 'stored',
    statement: ({ documentId }: FactsRequest) => encumbrancesOf(documentId === null ? [] : [documentId], null),
    read: readEncumbrances,
  },
}

export const specialPriceLocks: RowLockSpec<SchemeSpecialPrice> = {
  actions,
  statement: ({ content }) => holdToSpend(codesOf(content)),
}
