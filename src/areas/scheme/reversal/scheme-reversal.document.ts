import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import { bindDocument, type FactRequest } from '#kernel/engine/document/server-document.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { totalOf } from '../application/scheme-application.rules.ts'
import { partColumns, fundingLinesOf } from '../shared/funding-lines.rules.ts'
import { type SchemeReversal, schemeReversal, type SchemeReversalLine } from './scheme-reversal.doc.ts'
import {
  type AccruedPart,
  checkSchemeReversal,
  reversalColumns,
  reversedLines,
  type SchemeReversalFacts,
  stepsOf,
} from './scheme-reversal.rules.ts'
import { hold, release, schemeFacts, schemeLocks, settle, storedLines } from '../shared/scheme-child.server.ts'
import { financePush } from '../shared/scheme-effects.server.ts'
import { schemeNames, titledSchemes } from '../drafts-and-names/scheme-names.server.ts'
import { partFacts } from '../decision/decision-facts.server.ts'
import { serveScheme } from '../shared/scheme-routes.server.ts'

interface AllFacts extends SchemeReversalFacts {
  readonly lines: readonly SchemeReversalLine[]
}

interface OriginalRow extends AccruedPart {
  readonly isClosed: boolean
}

/**
 * For an approved withhold of the scheme: its accrual of each part, the parts into which later carry-overs moved it
 * (one per year), and reversals done or requested, wherever it was by then.
 */
const originalOf = prepared<OriginalRow>(
  'scheme.withhold-to-reverse',
  `with recursive part as (
     select f.funding_no, f.document_id, f.round, f.encumbrance_line, o.origin_document_id, o.origin_round, o.origin_line_no
     from scheme s join scheme_funding f on f.scheme_id = s.id
     left join budget_encumbrance o on o.document_id = f.document_id and o.round = f.round and o.line_no = f.encumbrance_line and o.origin_stage = 'acr'
     where s.no = $2
   ), chain as (
     select p.funding_no as first, p.* from part p union all
     select c.first, p.* from chain c join part p on (p.origin_document_id, p.origin_round, p.origin_line_no) = (c.document_id, c.round, c.encumbrance_line)
     where exists (select from budget_encumbrance_move o where (o.document_id, o.round, o.line_no) = (c.document_id, c.round, c.encumbrance_line)
       and o.by_document_id = p.document_id and o.to_stage = 'carried' and o.id > coalesce((select min(a.id) from budget_encumbrance_move a join part f
         on (a.document_id, a.round, a.line_no) = (f.document_id, f.round, f.encumbrance_line)
         join scheme_withhold w on w.no = $1 and a.by_document_id = w.id where f.funding_no = c.first and a.to_stage = 'acr'), 0))
   ), stands as (select first, array_agg(funding_no order by funding_no) as parts from chain group by 1)
   select l.funding_no as "fundingNo", c.parts, l.amount::text as accrued, coalesce(r.amount, 0)::numeric(20,2)::text as reversed,
     coalesce(p.state = 'closed', false) as "isClosed"
   from scheme_withhold w join scheme_withhold_line l on l.document_id = w.id and l.round = w.round
   join stands c on c.first = l.funding_no
   left join budget_period p on p.area_id = w.area_id and p.year = extract(year from w.posting_date) and p.month = extract(month from w.posting_date)
   left join lateral (select sum(x.amount) as amount from scheme_reversal d join scheme_reversal_line x on x.document_id = d.id and x.round = d.round
     where d.withhold_no = w.no and d.state in ('underApproval', 'approved') and x.funding_no = any (c.parts) and ($3::bigint is null or d.id <> $3)) r on true
   where w.no = $1 and w.scheme_no = $2 and w.state = 'approved' order by l.line_no`,
)

function readOriginal(rows: readonly OriginalRow[]): SchemeReversalFacts['original'] {
  return rows.length === 0 ? null : { isClosed: rows.some(({ isClosed }) => isClosed), parts: rows }
}

export const schemeReversalDocument = bindDocument<SchemeReversal, AllFacts>({
  definition: schemeReversal,
  load: {
    facts: {
      ...schemeFacts<SchemeReversal>(schemeReversal),
      original: {
        actions: ['submit'],
        sight: { accompanies: 'scheme' },
        statement: ({ content, documentId }: Pick<FactRequest<SchemeReversal>, 'content' | 'documentId'>) =>
          originalOf(content?.header.withholdNo ?? null, content?.header.schemeNo ?? null, documentId),
        read: readOriginal,
      },
      lines: storedLines(schemeReversal),
    },
    locks: schemeLocks(schemeReversal),
    scopeOf: ({ scheme }) => scheme?.scopeId ?? null,
    organisationOf: ({ header }) => header.idcCode,
  },
  validate: {
    check: checkSchemeReversal,
  },
  derive: {
    lines: reversedLines,
    computed(content, facts) {
      const { original } = facts
      return {
        totalAmount: amountText(totalOf(original ? reversedLines(content, facts) : content.lines)),
        originalClosed: original ? (original.isClosed ? 'yes' : 'no') : null,
      }
    },
    computedLines: ({ lines }, facts) => {
      const parts = fundingLinesOf(facts)
      return lines.map(({ fundingNo }) => ({
        ...partColumns(parts.get(fundingNo)),
        ...(facts.original === undefined ? {} : reversalColumns(fundingNo, facts)),
      }))
    },
    variables: (_content, computed) => ({ closedPeriod: computed['originalClosed'] === 'yes' }),
  },
  present: {
    names: schemeNames.of(schemeReversal),
    titled: titledSchemes,
    taskFacts: ['withholdNo', 'mode'],
  },
  post: {
    plans: {
      submit: ({ id, round, header, content }, facts) => {
        if (!content) throw new Error('a submit without content')
        return hold({ id, round }, stepsOf(header.mode, content.lines, facts))
      },
      approve: ({ id, round, header }, facts) => {
        if (!facts.scheme) throw new Error('an approval without its scheme')
        return settle({ id, round }, stepsOf(header.mode, facts.lines, facts), facts.scheme.id)
      },
      ...releasePlans(release),
    },
    effects: { financePush },
  },
})

export const served = serveScheme({ document: schemeReversalDocument, facts: partFacts('acr') })
