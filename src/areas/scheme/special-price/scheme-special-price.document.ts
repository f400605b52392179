import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import {
  type SpendingDocument,
  commit,
  moveOn,
  occupy,
  type Encumbrance,
  release,
  type EncumbranceStep,
} from '#areas/budget/budget.facade.ts'
import {
  askSpecialPrices,
  closeSpecialPrices,
  dropSpecialPrices,
  makeSpecialPricesEffective,
  PRICE_ROLE,
} from '#areas/price/price.facade.ts'
import { may } from '#kernel/platform/access/principal.ts'
import { bindDocument, type Postings, type Subject } from '#kernel/engine/document/server-document.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { rightsOf } from '../shared/scheme-document.ts'
import { type SchemeSpecialPrice, schemeSpecialPrice } from './scheme-special-price.doc.ts'
import {
  checkSpecialPrice,
  isBelowFloor,
  marginOf,
  specialSpending,
  supportOf,
  totalSupport,
  warnSpecialPrice,
} from './scheme-special-price.rules.ts'
import { financePush, heldByFinance } from '../shared/scheme-effects.server.ts'
import { schemeNames, titledApplications } from '../drafts-and-names/scheme-names.server.ts'
import { type AllSpecialPriceFacts, specialPriceFacts, specialPriceLocks } from './scheme-special-price.facts.ts'
import { specialPriceFiguresOf } from '../decision/decision-facts.server.ts'
import { budgetLimits } from '../decision/line-limits.server.ts'
import { serveScheme } from '../shared/scheme-routes.server.ts'

const RIGHTS = rightsOf('specialPriceApprovalForm')

type S = Subject<SchemeSpecialPrice>

const releaseAll =
  (action: string) =>
  ({ id, round, reservations }: S, { encumbrances }: AllSpecialPriceFacts): Postings => {
    const { writes = [], ...moved } = release({ id, round, action }, encumbrances, reservations)
    return { ...moved, writes: [...writes, dropSpecialPrices(id, round)] }
  }

/** Dr AVL / Cr CMT of the unsold rest. A budget's month is not closed while something of it is committed. */
export function endOfSpecialPrice(by: SpendingDocument, encumbrances: readonly Encumbrance[]): Postings {
  const steps = encumbrances
    .filter(({ stages }) => stages.cmt.given.gt(0))
    .map((encumbrance): EncumbranceStep => ({
      act: 'free',
      encumbrance,
      amount: encumbrance.stages.cmt.given,
      line: encumbrance.line,
    }))
  return steps.length > 0 ? moveOn(by, steps) : { legs: [] }
}

export const schemeSpecialPriceDocument = bindDocument<SchemeSpecialPrice, AllSpecialPriceFacts>({
  definition: schemeSpecialPrice,
  load: {
    facts: specialPriceFacts,
    locks: specialPriceLocks,
    scopeOf: ({ place }) => place?.scopeId ?? null,
    organisationOf: ({ header }) => header.idcCode,
  },
  validate: {
    check: checkSpecialPrice,
  },
  derive: {
    computed: ({ lines }, { costs }) => ({
      totalAmount: amountText(totalSupport(lines)),
      // Not computed for a draft.
      belowFloor: costs ? (isBelowFloor(lines, costs) ? 'yes' : 'no') : null,
    }),
    computedLines: ({ lines }, { prices, costs, budgets }) => {
      const available = new Map(budgets.map((budget) => [budget.budgetCode, amountText(budget.available)]))
      return lines.map((line) => {
        const price = prices.find(({ skuCode }) => skuCode === line.skuCode)
        const cost = costs.find(({ skuCode }) => skuCode === line.skuCode)
        const margin = marginOf(line.specialPrice, cost)
        return {
          listPrice: price?.price ?? null,
          totalSupport: amountText(supportOf(line)),
          margin: margin ? amountText(margin) : null,
          costOrigin: cost?.costOrigin ?? null,
          availableAmount: available.get(line.budgetCode ?? '') ?? null,
        }
      })
    },
    variables: ({ header }, computed) => ({ funding: header.funding, belowFloor: computed['belowFloor'] === 'yes' }),
  },
  present: {
    names: schemeNames.of(schemeSpecialPrice),
    titled: titledApplications,
    // The margin is only shown to people who decide on prices, what it was converted from to people who see costs.
    shownTo({ principal }, _, lines) {
      const hidden = {
        ...(may(principal, RIGHTS.approve) ? {} : { margin: null }),
        ...(may(principal, PRICE_ROLE.cost) ? {} : { costOrigin: null }),
      }
      return lines.map((line) => ({ ...line, ...hidden }))
    },
    secretOutcomes: { belowFloor: [RIGHTS.approve] },
    secretRights: () => [RIGHTS.approve, PRICE_ROLE.cost],
    taskFacts: ['customerCode', 'funding', 'validTo'],
  },
  post: {
    plans: {
      submit({ id, round, content }, { budgets }) {
        if (!content) throw new Error('a submit without content')
        const spending = specialSpending(content)
        const by = { id, round, documentType: schemeSpecialPrice.name }
        const { writes = [], ...occupied } =
          spending.lines.length > 0 ? occupy(by, spending, budgets) : { legs: [], writes: [] }
        return { ...occupied, writes: [...writes, askSpecialPrices(id, round)] }
      },
      approve({ id, round, reservations }, { encumbrances }) {
        const { writes = [], ...committed } = commit({ id, round, action: 'approve' }, encumbrances, reservations)
        return { ...committed, writes: [...writes, makeSpecialPricesEffective(id, round)] }
      },
      ...releasePlans(releaseAll),
      close({ id, round }, { encumbrances }) {
        const { writes = [], ...freed } = endOfSpecialPrice({ id, round, action: 'close' }, encumbrances)
        return { ...freed, writes: [...writes, closeSpecialPrices(id)] }
      },
    },
    effects: { financePush },
    reserve: heldByFinance,
  },
})

export const served = serveScheme({
  document: schemeSpecialPriceDocument,
  facts: specialPriceFiguresOf,
  warn: warnSpecialPrice,
  propose: budgetLimits,
})
