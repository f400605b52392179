import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import { monthClosed } from '#areas/budget/budget.facade.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { ofOrganisation } from '#kernel/engine/document/fact-sight.ts'
import { bindDocument, type Postings, type FactRequest, type Subject } from '#kernel/engine/document/server-document.ts'
import { Refused } from '#kernel/base/errors/errors.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { totalOf } from '../application/scheme-application.rules.ts'
import { freeIn, partColumns, fundingLinesOf } from '../shared/funding-lines.rules.ts'
import { type SchemeWithhold, schemeWithhold, type SchemeWithholdLine } from './scheme-withhold.doc.ts'
import { checkSchemeWithhold, type SchemeWithholdFacts, stepsOf } from './scheme-withhold.rules.ts'
import { hold, release, schemeFacts, schemeLocks, settle, storedLines } from '../shared/scheme-child.server.ts'
import { financePush } from '../shared/scheme-effects.server.ts'
import { schemeNames, titledSchemes } from '../drafts-and-names/scheme-names.server.ts'
import { partFacts } from '../decision/decision-facts.server.ts'
import { serveScheme } from '../shared/scheme-routes.server.ts'

/** Facts of the last approval: the submitted lines. */
interface AllFacts extends SchemeWithholdFacts {
  readonly lines: readonly SchemeWithholdLine[]
}

type AccrualRow = SchemeWithholdFacts['accruals'][number]

const accrualsOf = prepared<AccrualRow>(
  'scheme.accruals',
  `select a.funding_no as "fundingNo", w.no, w.state = 'approved' as "isApproved" from scheme s join scheme_accrual a on a.scheme_id = s.id and a.year = $2 and a.month = $3
   join scheme_withhold w on w.id = a.document_id where s.no = $1 and ($4::bigint is null or a.document_id <> $4)`,
)

interface PeriodRow {
  readonly period: SchemeWithholdFacts['period']
  readonly scopeId: number
}

const periodOf = prepared<PeriodRow>(
  'scheme.withhold-period',
  `select p.state as period, a.organisation_id as "scopeId" from budget_period p join area a on a.id = p.area_id
   where p.area_id = $1 and p.year = $2 and p.month = $3`,
)
const periodOfStored = prepared<PeriodRow>(
  'scheme.withhold-period-of',
  `select p.state as period, w.scope_id as "scopeId" from scheme_withhold w join budget_period p on p.area_id = w.area_id and p.year = w.year and p.month = w.month where w.id = $1`,
)

const claimMonth = prepared(
  'scheme.claim-month',
  `insert into scheme_accrual (scheme_id, funding_no, year, month, document_id) select $1, n, $3, $4, $5 from unnest($2::int[]) n`,
)
const giveMonthBack = prepared('scheme.give-month-back', 'delete from scheme_accrual where document_id = $1')

type Request = Pick<FactRequest<SchemeWithhold>, 'content' | 'documentId'>

function submit({ id, round, header, content }: Subject<SchemeWithhold>, facts: AllFacts): Postings {
  if (!content || !facts.scheme) throw new Error('a submit without content or scheme')
  const { kind, year, month } = header
  const numbers = content.lines.map(({ fundingNo }) => fundingNo)
  const claimed = kind === 'regular' ? [claimMonth(facts.scheme.id, numbers, year, month, id)] : []
  return hold({ id, round }, stepsOf(content.lines, facts), claimed)
}

const undo =
  (action: string) =>
  (subject: Subject<SchemeWithhold>): Postings => {
    const freed = release(action)(subject)
    return { ...freed, writes: [...(freed.writes ?? []), giveMonthBack(subject.id)] }
  }

export const schemeWithholdDocument = bindDocument<SchemeWithhold, AllFacts>({
  definition: schemeWithhold,
  load: {
    facts: {
      ...schemeFacts<SchemeWithhold>(schemeWithhold),
      accruals: {
        actions: ['submit'],
        sight: { accompanies: 'scheme' },
        statement: ({ content, documentId }: Request) => {
          const { schemeNo = null, year = null, month = null } = content?.header ?? {}
          return accrualsOf(schemeNo, year, month, documentId)
        },
        read: (rows: AccrualRow[]) => rows,
      },
      period: {
        actions: ['submit', 'approve'],
        sight: ofOrganisation,
        statement({ content, documentId }: Request) {
          if (!content) return periodOfStored(documentId)
          const { areaId, year, month } = content.header
          return periodOf(areaId, year, month)
        },
        read: ([row]: PeriodRow[]) => row?.period ?? 'open',
      },
      lines: storedLines(schemeWithhold),
    },
    locks: schemeLocks(schemeWithhold),
    scopeOf: ({ scheme }) => scheme?.scopeId ?? null,
    organisationOf: ({ header }) => header.idcCode,
    people: ({ header }) => ({ schemeOwner: header.ownerAccount ? [header.ownerAccount] : [] }),
  },
  validate: {
    check: checkSchemeWithhold,
  },
  derive: {
    computed: ({ lines }, { scheme }) => ({
      totalAmount: amountText(totalOf(lines)),
      schemeType: scheme?.schemeType ?? null,
    }),
    computedLines: ({ lines }, facts) => {
      const parts = fundingLinesOf(facts)
      return lines.map(({ fundingNo }) => {
        const part = parts.get(fundingNo)
        const accrued = part?.encumbrance?.stages.acr.given
        return {
          ...partColumns(part),
          accruedAmount: accrued ? amountText(accrued) : null,
          withholdableAmount: part ? amountText(freeIn(part, 'cmt')) : null,
        }
      })
    },
    variables: (_content, computed) => ({ schemeType: computed['schemeType'] ?? '' }),
  },
  present: {
    names: schemeNames.of(schemeWithhold),
    titled: titledSchemes,
    taskFacts: ['kind', 'year', 'month'],
  },
  post: {
    plans: {
      submit,
      approve: ({ id, round, header }, facts) => {
        if (!facts.scheme) throw new Error('an approval without its scheme')
        // Its month may have been closed during approval, whichever month it is posted in.
        if (facts.period === 'closed') throw new Refused(monthClosed(header, 'month'))
        return settle({ id, round }, stepsOf(facts.lines, facts), facts.scheme.id)
      },
      ...releasePlans(undo),
    },
    effects: { financePush },
  },
})

export const served = serveScheme({ document: schemeWithholdDocument, facts: partFacts('cmt') })
