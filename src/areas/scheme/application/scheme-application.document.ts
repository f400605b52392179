import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import { commit, occupy, release } from '#areas/budget/budget.facade.ts'
import { freezeStock } from '#areas/device/device.facade.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { bindDocument, type Subject } from '#kernel/engine/document/server-document.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { type SchemeApplication, schemeApplication, type SchemeApplicationContent } from './scheme-application.doc.ts'
import {
  checkSchemeApplication,
  isRetroactive,
  spendingOf,
  totalOf,
  warnSchemeApplication,
} from './scheme-application.rules.ts'
import { stockOf } from '../frozen-stock/stock.rules.ts'
import { askPriceSupport } from '../special-price/price-support.server.ts'
import {
  type AllSchemeApplicationFacts,
  schemeApplicationFacts,
  schemeApplicationLocks,
} from './scheme-application.facts.ts'
import { financePush, heldByFinance } from '../shared/scheme-effects.server.ts'
import { schemeNames, titledApplications } from '../drafts-and-names/scheme-names.server.ts'
import { applicationFacts, applicationFactsSchema } from '../decision/decision-facts.server.ts'
import { budgetLimits } from '../decision/line-limits.server.ts'
import { serveScheme } from '../shared/scheme-routes.server.ts'

const makeScheme = prepared(
  'scheme.make',
  `insert into scheme (id, no, version, state, scope_id, area_id, idc_code, owner_id, name, scheme_type, product_class, currency, start_date,
     end_date, claim_deadline, settlement_period, settlement_no, rebate_type, withhold_rate, direct_execution, reference_date, coverage_days,
     booking_activity, stackable, approved_at, ends_on, updated_at)
   select id, no, 1, 'effective', scope_id, area_id, idc_code, drafter_id, name, scheme_type, product_class, currency, start_date, end_date,
     claim_deadline, settlement_period, settlement_no, rebate_type, withhold_rate, coalesce(direct_execution = 'yes', false), reference_date,
     coverage_days, coalesce(booking_activity = 'yes', false), coalesce(stackable = 'yes', false), updated_at, claim_deadline, updated_at
   from scheme_application where id = $1`,
)
const makeLines = prepared(
  'scheme.make-lines',
  `insert into scheme_line (scheme_id, line_no, customer_code, channel_code, store_code, sku_code, spu_code, basis, unit_amount, rate_percent, ladder_kind, ladder, planned_quantity, remark)
   select document_id, line_no, customer_code, channel_code, store_code, sku_code, spu_code, basis, unit_amount, rate_percent, ladder_kind, ladder, planned_quantity, remark
   from scheme_application_line where document_id = $1 and round = $2`,
)
const makeFundings = prepared(
  'scheme.make-fundings',
  `insert into scheme_funding (scheme_id, funding_no, line_no, document_id, round, encumbrance_line, budget_code)
   select document_id, line_no, line_no, document_id, round, line_no, budget_code
   from scheme_application_line where document_id = $1 and round = $2`,
)
const makeVersion = prepared(
  'scheme.make-version',
  `insert into scheme_version (scheme_id, version, document_id, document_type, content, at)
   select s.id, s.version, s.id, 'schemeApplication', jsonb_build_object('scheme', to_jsonb(s), 'lines',
     (select jsonb_agg(to_jsonb(l) order by l.line_no) from scheme_line l where l.scheme_id = s.id)), s.approved_at
   from scheme s where s.id = $1`,
)

type S = Subject<SchemeApplication>

/** A price support claims the time of each product, or is refused because a special price was faster. */
function supportOf({ header, lines }: SchemeApplicationContent): readonly Statement[] {
  if (header.schemeType !== 'priceSupport') return []
  return [askPriceSupport(lines, header.startDate, header.endDate, header.stackable === 'yes')]
}

/** Reject, return, withdraw, terminate: everything returns to its budgets. */
const releaseAll =
  (action: string) =>
  ({ id, round, reservations }: S, { encumbrances }: AllSchemeApplicationFacts) =>
    release({ id, round, action }, encumbrances, reservations)

export const schemeApplicationDocument = bindDocument<SchemeApplication, AllSchemeApplicationFacts>({
  definition: schemeApplication,
  load: {
    facts: schemeApplicationFacts,
    locks: schemeApplicationLocks,
    scopeOf: ({ area }) => area?.scopeId ?? null,
    organisationOf: ({ header }) => header.idcCode,
  },
  validate: {
    check: checkSchemeApplication,
  },
  derive: {
    computed: (content, facts) => {
      const total = totalOf(content.lines)
      const { expectedSales } = content.header
      return {
        totalAmount: amountText(total),
        expectedReturn: expectedSales && total.gt(0) ? amountText(amount(expectedSales).div(total).round(2)) : null,
        // Not computed for a draft, which may be submitted on another day.
        retroactive: facts.today ? (isRetroactive(content, facts) ? 'yes' : 'no') : null,
      }
    },
    computedLines: (content, facts) => {
      const available = new Map(facts.budgets.map((budget) => [budget.budgetCode, amountText(budget.available)]))
      const stock = stockOf(content, facts)
      return content.lines.map(({ budgetCode }, row) => ({
        availableAmount: available.get(budgetCode) ?? null,
        stockUnits: stock[row] ?? null,
      }))
    },
    variables: ({ header }, computed) => ({
      schemeType: header.schemeType,
      retro: computed['retroactive'] === 'yes',
      belowFloor: false,
    }),
  },
  present: {
    names: schemeNames.of(schemeApplication),
    titled: titledApplications,
    taskFacts: ['schemeType', 'startDate', 'endDate'],
  },
  post: {
    plans: {
      submit: ({ id, round, content }, { budgets, stock }) => {
        if (!content) throw new Error('a submit without content')
        const { writes = [], ...effects } = occupy(
          { id, round, documentType: schemeApplication.name },
          spendingOf(content),
          budgets,
        )
        // The approved stock is this one: it is not counted again.
        return { ...effects, writes: [...writes, ...freezeStock({ id, round }, stock), ...supportOf(content)] }
      },
      approve: ({ id, round, reservations, approved }, { encumbrances }) => {
        const effects = commit({ id, round, action: 'approve' }, encumbrances, reservations, approved)
        const made = [makeScheme(id), makeLines(id, round), makeFundings(id, round), makeVersion(id)]
        return { ...effects, writes: [...(effects.writes ?? []), ...made] }
      },
      ...releasePlans(releaseAll),
    },
    effects: { financePush },
    reserve: heldByFinance,
  },
})

export const served = serveScheme({
  document: schemeApplicationDocument,
  facts: applicationFacts,
  moreFacts: applicationFactsSchema,
  warn: warnSchemeApplication,
  propose: budgetLimits,
})
