import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import {
  budgetsToSpend,
  commit,
  holdToSpend,
  lock,
  moveOn,
  type Encumbrance,
  encumbrancesOf,
  occupy,
  readBudgetsToSpend,
  readEncumbrances,
  release,
} from '#areas/budget/budget.facade.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { ofOrganisation } from '#kernel/engine/document/fact-sight.ts'
import { bindDocument, type Postings, type FactRequest, type Subject } from '#kernel/engine/document/server-document.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { partColumns, fundingLinesOf, type SchemeFact } from '../shared/funding-lines.rules.ts'
import {
  type SchemeAdjust,
  schemeAdjust,
  type SchemeAdjustContent,
  type SchemeAdjustLine,
} from './scheme-adjust.doc.ts'
import {
  checkSchemeAdjust,
  freedBy,
  isRetroactive,
  keptBy,
  type Payer,
  type SchemeAdjustFacts,
  spendingOf,
  totalsOf,
  warnSchemeAdjust,
} from './scheme-adjust.rules.ts'
import { linesAfter } from '../beneficiary/scheme-scope.rules.ts'
import { termsText } from '../decision/scheme-terms.rules.ts'
import { refreshScheme, schemeFacts, schemeLocks, storedLines } from '../shared/scheme-child.server.ts'
import { lastClaimOf, lastSettledDayOf } from '../execution/scheme-claims.server.ts'
import { areaToday } from '../application/scheme-application.facts.ts'
import { financePush, heldByFinance } from '../shared/scheme-effects.server.ts'
import { schemeNames, titledSchemes } from '../drafts-and-names/scheme-names.server.ts'
import { payersOf } from '../settlement/scheme-payers.facts.ts'
import { askPriceSupport } from '../special-price/price-support.server.ts'
import { scopeFacts, setScope } from '../beneficiary/scheme-scope.facts.ts'
import { readRunning, runningChangesOf, runningClaimsOf } from '../life/scheme-running.server.ts'
import { nothing, PARAMETERS, paysElsewhere } from '../decision/scheme-parameters.server.ts'
import { adjustFacts } from '../decision/decision-facts.server.ts'
import { adjustLimits } from '../decision/line-limits.server.ts'
import { serveScheme } from '../shared/scheme-routes.server.ts'

interface AllFacts extends SchemeAdjustFacts {
  readonly lines: readonly SchemeAdjustLine[]
  /** The document's own encumbrances. */
  readonly own: readonly Encumbrance[]
}

type Request = Pick<FactRequest<SchemeAdjust>, 'content' | 'documentId' | 'principal' | 'now'>
type S = Subject<SchemeAdjust>

const addFundings = prepared(
  'scheme.add-fundings',
  `insert into scheme_funding (scheme_id, funding_no, line_no, document_id, round, encumbrance_line, budget_code)
   select s.id, (select max(x.funding_no) from scheme_funding x where x.scheme_id = s.id) + row_number() over (order by l.line_no), f.line_no,
     d.id, d.round, row_number() over (order by l.line_no), l.new_budget_code
   from scheme_adjust d join scheme s on s.no = d.scheme_no
   join scheme_adjust_line l on l.document_id = d.id and l.round = d.round and l.kind in ('up', 'swap')
   join scheme_funding f on f.scheme_id = s.id and f.funding_no = l.funding_no where d.id = $1`,
)
const setDays = prepared(
  'scheme.set-days',
  `update scheme s set version = s.version + 1, start_date = coalesce(d.new_start_date, s.start_date), end_date = coalesce(d.new_end_date, s.end_date),
     claim_deadline = coalesce(d.new_claim_deadline, s.claim_deadline), ends_on = coalesce(d.new_claim_deadline, s.ends_on),
     withhold_rate = coalesce(d.new_withhold_rate, s.withhold_rate), updated_at = d.updated_at
   from scheme_adjust d where d.id = $1 and s.no = d.scheme_no`,
)
const setTerms = prepared(
  'scheme.set-terms',
  `update scheme_line t set unit_amount = l.unit_amount, rate_percent = l.rate_percent, ladder_kind = l.ladder_kind, ladder = l.ladder
   from scheme_adjust d join scheme s on s.no = d.scheme_no
   join scheme_adjust_line l on l.document_id = d.id and l.round = d.round and l.kind = 'terms'
   join scheme_funding f on f.scheme_id = s.id and f.funding_no = l.funding_no
   where d.id = $1 and t.scheme_id = s.id and t.line_no = f.line_no`,
)
const addVersion = prepared(
  'scheme.add-version',
  `insert into scheme_version (scheme_id, version, document_id, document_type, content, at)
   select s.id, s.version, d.id, 'schemeAdjust', jsonb_build_object('scheme', to_jsonb(s), 'lines',
     (select jsonb_agg(to_jsonb(l) order by l.line_no) from scheme_line l where l.scheme_id = s.id)), d.updated_at
   from scheme_adjust d join scheme s on s.no = d.scheme_no where d.id = $1`,
)

const codesOf = (content: Request['content']) =>
  (content?.lines ?? []).flatMap(({ newBudgetCode }) => (newBudgetCode ? [newBudgetCode] : []))

const readDay = ([row]: readonly { readonly day: string | null }[]) => row?.day ?? null

/** A price support with changed products or days claims their time again. */
function supportOf({ header, lines }: SchemeAdjustContent, scheme: SchemeFact): readonly Statement[] {
  const [firstDay, lastDay] = [header.newStartDate ?? scheme.startDate, header.newEndDate ?? scheme.endDate]
  const isOther =
    lines.some(({ kind }) => kind === 'scope') || header.newStartDate !== null || header.newEndDate !== null
  if (scheme.schemeType !== 'priceSupport' || !isOther) return []
  return [askPriceSupport(linesAfter(lines, scheme), firstDay, lastDay, scheme.stackable)]
}

function submit({ id, round, content }: S, facts: AllFacts): Postings {
  if (!content || !facts.scheme) throw new Error('a submit without content or scheme')
  const spending = spendingOf(content, facts.scheme)
  const taken =
    spending.lines.length === 0
      ? { legs: [], writes: [] }
      : occupy({ id, round, documentType: schemeAdjust.name }, spending, facts.budgets)
  const kept = lock({ id, round }, keptBy(content.lines, facts))
  return { ...taken, writes: [...(taken.writes ?? []), ...(kept.writes ?? []), ...supportOf(content, facts.scheme)] }
}

function approve({ id, round, reservations }: S, facts: AllFacts): Postings {
  if (!facts.scheme) throw new Error('an approval without its scheme')
  const by = { id, round, action: 'approve' }
  const taken = commit(by, facts.own, reservations)
  const freed = moveOn(by, freedBy(facts.lines, facts))
  return {
    legs: [...taken.legs, ...freed.legs],
    resolve: reservations,
    writes: [
      ...(taken.writes ?? []),
      ...(freed.writes ?? []),
      addFundings(id),
      setTerms(id),
      setScope(id),
      setDays(id),
      addVersion(id),
      refreshScheme(facts.scheme.id),
    ],
  }
}

/** Reject, return, withdraw, terminate: occupied amounts and locks are released. */
const undo =
  (action: string) =>
  ({ id, round, reservations }: S, { own }: AllFacts): Postings =>
    release({ id, round, action }, own, reservations)

const schemeHold = schemeLocks(schemeAdjust)

export const schemeAdjustDocument = bindDocument<SchemeAdjust, AllFacts>({
  definition: schemeAdjust,
  load: {
    facts: {
      ...schemeFacts<SchemeAdjust>(schemeAdjust),
      budgets: {
        actions: ['submit'],
        sight: ofOrganisation,
        statement: ({ content }: Request) => budgetsToSpend(codesOf(content), content?.header.currency ?? ''),
        read: (rows, { content }) => readBudgetsToSpend(rows, content?.header.currency ?? ''),
      },
      paysElsewhere: { actions: ['submit'], sight: PARAMETERS, statement: nothing, read: paysElsewhere },
      payers: {
        actions: ['submit'],
        sight: { accompanies: 'scheme' },
        statement: ({ content }: Request) => payersOf(content?.header.schemeNo ?? null),
        read: (rows: readonly Payer[]) => rows,
      },
      today: {
        actions: ['submit'],
        sight: ofOrganisation,
        statement: ({ content, now }: Request) => areaToday(content?.header.areaId ?? null, now),
        read: ([row]: readonly { readonly today: string }[]) => row?.today ?? '',
      },
      running: {
        actions: ['submit'],
        sight: { accompanies: 'scheme' },
        statement: ({ content, documentId }: Request) => runningChangesOf(content?.header.schemeNo ?? null, documentId),
        read: readRunning,
      },
      claiming: {
        actions: ['submit'],
        sight: { accompanies: 'scheme' },
        statement: ({ content, documentId }: Request) => runningClaimsOf(content?.header.schemeNo ?? null, documentId),
        read: readRunning,
      },
      lastClaim: {
        actions: ['submit'],
        sight: { accompanies: 'scheme' },
        statement: ({ content }: Request) => lastClaimOf(content?.header.schemeNo ?? null),
        read: readDay,
      },
      lastSettled: {
        actions: ['submit'],
        sight: { accompanies: 'scheme' },
        statement: ({ content }: Request) => lastSettledDayOf(content?.header.schemeNo ?? null),
        read: readDay,
      },
      own: {
        actions: ['approve', 'reject', 'return', 'terminate', 'withdraw'],
        sight: 'stored',
        statement: ({ documentId }: Request) => encumbrancesOf(documentId === null ? [] : [documentId], null),
        read: readEncumbrances,
      },
      lines: storedLines(schemeAdjust),
      ...scopeFacts,
    },
    // The scheme, and the months of the paying budgets.
    locks: {
      ...schemeHold,
      statement: (request) => [schemeHold.statement(request), holdToSpend(codesOf(request.content))].flat(),
    },
    scopeOf: ({ scheme }) => scheme?.scopeId ?? null,
    organisationOf: ({ header }) => header.idcCode,
  },
  validate: {
    check: checkSchemeAdjust,
  },
  derive: {
    computed: (content, facts) => {
      if (!facts.encumbrances) return {}
      const { old, next, up, down, decided } = totalsOf(content, facts)
      const direction = up.gt(down) ? 'up' : down.gt(0) ? 'down' : 'none'
      return {
        direction,
        oldTotal: amountText(old),
        newTotal: amountText(next),
        totalAmount: amountText(decided),
        retroactive: facts.scheme && isRetroactive(content.header, facts.scheme, facts) ? 'yes' : 'no',
      }
    },
    computedLines: ({ lines }, facts) => {
      const parts = fundingLinesOf(facts.encumbrances ? facts : { scheme: null, encumbrances: [] })
      const available = new Map((facts.budgets ?? []).map((budget) => [budget.budgetCode, budget.available]))
      return lines.map(({ fundingNo, newBudgetCode }) => {
        const part = parts.get(fundingNo)
        const left = newBudgetCode ? available.get(newBudgetCode) : undefined
        return {
          ...partColumns(part),
          channelCode: part?.funding.channelCode ?? null,
          storeCode: part?.funding.storeCode ?? null,
          skuCode: part?.funding.skuCode ?? null,
          spuCode: part?.funding.spuCode ?? null,
          committedAmount: part?.encumbrance ? amountText(part.encumbrance.stages.cmt.given) : null,
          availableAmount: left ? amountText(left) : null,
          oldTerms: part ? termsText(part.funding) : null,
        }
      })
    },
    variables: (_content, computed) => ({
      direction: computed['direction'] ?? 'none',
      retro: computed['retroactive'] === 'yes',
      belowFloor: false,
    }),
  },
  present: {
    names: schemeNames.of(schemeAdjust),
    titled: titledSchemes,
    taskFacts: ['direction', 'newTotal'],
  },
  post: {
    plans: {
      submit,
      approve,
      ...releasePlans(undo),
    },
    effects: { financePush },
    reserve: heldByFinance,
  },
})

export const served = serveScheme({
  document: schemeAdjustDocument,
  facts: adjustFacts,
  warn: warnSchemeAdjust,
  propose: adjustLimits,
})
