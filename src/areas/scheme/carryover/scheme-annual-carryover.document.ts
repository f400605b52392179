import { releasePlans } from '#kernel/engine/definition/approval-life.ts'
import {
  type SpendingDocument,
  carry,
  carryBack,
  carryOver,
  dropCarry,
  lock,
  locksOfCarried,
  unlock,
} from '#areas/budget/budget.facade.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import { bindDocument, type Postings, type Subject } from '#kernel/engine/document/server-document.ts'
import { amountText } from '#kernel/base/money/money.ts'
import {
  type AnnualCarryoverContent,
  type SchemeAnnualCarryover,
  schemeAnnualCarryover,
} from './scheme-annual-carryover.doc.ts'
import {
  carriesIn,
  checkAnnualCarryover,
  findPart,
  encumbranceOf,
  partOf,
  totalCarried,
} from './scheme-annual-carryover.rules.ts'
import {
  type AllCarryoverFacts,
  annualCarryoverFacts,
  annualCarryoverLocks,
  takenOf,
  withTaken,
} from './scheme-annual-carryover.facts.ts'
import { refreshScheme } from '../shared/scheme-child.server.ts'
import { financePush } from '../shared/scheme-effects.server.ts'
import { schemeNames, titledApplications } from '../drafts-and-names/scheme-names.server.ts'
import { carryoverFacts } from './annual-carryover.routes.ts'
import { serveScheme } from '../shared/scheme-routes.server.ts'

type S = Subject<SchemeAnnualCarryover>

/** The amount that entered the new year is a further part of its scheme, with which documents continue. */
const addFundings = prepared(
  'scheme.add-carried-fundings',
  `insert into scheme_funding (scheme_id, funding_no, line_no, document_id, round, encumbrance_line, budget_code)
   select s.id, (select max(x.funding_no) from scheme_funding x where x.scheme_id = s.id)
     + row_number() over (partition by s.id order by l.line_no), f.line_no, d.id, d.round, l.line_no, w.budget_code
   from unnest($2::int[], $3::text[]) w (line_no, budget_code)
   join scheme_annual_carryover d on d.id = $1
   join scheme_annual_carryover_line l on l.document_id = d.id and l.round = d.round and l.line_no = w.line_no
   join scheme s on s.no = l.scheme_no join scheme_funding f on f.scheme_id = s.id and f.funding_no = l.funding_no`,
)

const by = (
  { id, round }: Pick<S, 'id' | 'round'>,
  action: string,
): SpendingDocument & { readonly documentType: string } => ({
  id,
  round,
  action,
  documentType: schemeAnnualCarryover.name,
})

/** Outgoing amounts are locked and claimed, and charged to the new year where it pays; an undo locks them where they are. */
function submit(subject: S, facts: AllCarryoverFacts): Postings {
  const { content, header } = subject
  if (!content) throw new Error('a submit without content')
  const act = by(subject, 'submit')
  return header.kind === 'undo' ? lock(act, locksOfCarried(takenOf(facts))) : carry(act, carriesIn(content, facts))
}

/** From the old year to the new one in one journal, or all of it in reverse. */
function approve(subject: S, facts: AllCarryoverFacts): Postings {
  const act = by(subject, 'approve')
  const states = facts.schemeIds.length > 0 ? [refreshScheme(...facts.schemeIds)] : []
  if (subject.header.kind === 'undo') {
    if (!facts.run) throw new Error('taken back without its run')
    return withWrites(carryBack(act, takenOf(facts), facts.run.id), states)
  }
  const carried = facts.carries.flatMap(({ option, line, encumbrance }) =>
    option === 'release' || !encumbrance.next ? [] : [{ line, budgetCode: encumbrance.next.budgetCode }],
  )
  const fundings = addFundings(
    subject.id,
    carried.map(({ line }) => line),
    carried.map(({ budgetCode }) => budgetCode),
  )
  return withWrites(carryOver(act, facts.carries, facts.own, subject.reservations), [fundings, ...states])
}

function withWrites(effects: Postings, more: readonly Statement[]): Postings {
  return { ...effects, writes: [...(effects.writes ?? []), ...more] }
}

/** Reject, return, withdraw, terminate: nothing moved; amounts charged to the new year are released. */
const undo =
  (action: string) =>
  (subject: S, { own }: AllCarryoverFacts): Postings => {
    const act = by(subject, action)
    return subject.header.kind === 'undo' ? unlock(act) : dropCarry(act, own, subject.reservations)
  }

function lineColumns({ lines }: AnnualCarryoverContent, facts: AllCarryoverFacts) {
  const carries = new Map(carriesIn({ lines }, facts).map((each) => [each.line, each]))
  return lines.map(({ part }, index) => {
    const found = findPart(part, facts)
    const encumbrance = found ? encumbranceOf(found.funding, facts) : null
    const going = carries.get(index + 1)
    const name = partOf(part)
    return {
      schemeNo: name?.schemeNo ?? null,
      fundingNo: name?.fundingNo ?? null,
      customerCode: found?.funding.customerCode ?? null,
      budgetCode: found?.funding.budgetCode ?? null,
      newBudgetCode: going && going.option !== 'release' ? (going.encumbrance.next?.budgetCode ?? null) : null,
      committedAmount: encumbrance ? amountText(encumbrance.stages.cmt.given) : null,
      accruedAmount: encumbrance ? amountText(encumbrance.stages.acr.given) : null,
      amount: going ? amountText(going.encumbrance.stages[going.stage].given) : null,
    }
  })
}

export const schemeAnnualCarryoverDocument = bindDocument<SchemeAnnualCarryover, AllCarryoverFacts>({
  definition: schemeAnnualCarryover,
  load: {
    facts: annualCarryoverFacts,
    locks: annualCarryoverLocks,
    scopeOf: ({ place }) => place?.scopeId ?? null,
    organisationOf: ({ header }) => header.idcCode,
  },
  validate: {
    check: (content, facts) => checkAnnualCarryover(content, withTaken(facts)),
  },
  derive: {
    computed: (content, facts) => ({
      toYear: content.header.fromYear ? content.header.fromYear + 1 : null,
      ...(facts.toCarry ? { totalAmount: amountText(totalCarried(content, withTaken(facts))) } : {}),
    }),
    // Not computed for a draft.
    computedLines: (content, facts) => (facts.toCarry ? lineColumns(content, facts) : content.lines.map(() => ({}))),
    variables: () => ({}),
  },
  present: {
    names: schemeNames.of(schemeAnnualCarryover),
    titled: titledApplications,
    taskFacts: ['fromYear', 'cutOffDate'],
  },
  post: {
    plans: {
      submit,
      approve,
      ...releasePlans(undo),
    },
    effects: { financePush },
  },
})

export const served = serveScheme({ document: schemeAnnualCarryoverDocument, facts: carryoverFacts })
