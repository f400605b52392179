import { ofOrganisation } from '#kernel/engine/document/fact-sight.ts'
import type { FactRequest, FactSpecs, RowLockSpec } from '#kernel/engine/document/server-document.ts'
import { prepared, type Statement } from '#kernel/platform/db/statement.ts'
import type { BudgetYearEnd } from './budget-year-end.doc.ts'
import { MOST_BUDGETS, type YearEndFacts } from './budget-year-end.rules.ts'
import {
  type MoveRow,
  movesOfDocument,
  readRemainders,
  readRun,
  readStages,
  readYear,
  remaindersByCode,
  remaindersOfYear,
  runByNumber,
  runningOfYear,
  stagesOfYear,
  yearOfArea,
} from './year-end.queries.ts'

type FactsRequest = Pick<FactRequest<BudgetYearEnd>, 'content' | 'documentId'>

/** Facts of the rules, and of the last approval's postings. */
export interface AllYearEndFacts extends YearEndFacts {
  readonly moves: readonly MoveRow[]
}

/** Documents that a refusal names, at most. */
const MOST_NAMED = 20

const NOTHING = prepared<never>('budget.year-end-nothing', 'select null where false')

function remaindersRequest({ content }: FactsRequest): Statement {
  if (!content || content.header.kind === 'undo') return NOTHING()
  const { areaId, year, currency } = content.header
  if (content.header.kind === 'close') return remaindersOfYear(areaId, year, currency, null, MOST_BUDGETS + 1)
  const codes = new Set(content.lines.map((line) => line.budgetCode))
  return remaindersByCode([...codes], areaId, year, currency)
}

/** All facts of a year are of the content's area. */
const OF_AREA = { accompanies: 'area' } as const

export const yearEndFacts: FactSpecs<BudgetYearEnd, AllYearEndFacts> = {
  area: {
    actions: ['save', 'submit'],
    sight: ofOrganisation,
    statement: ({ content }) => yearOfArea(content?.header.areaId ?? null, content?.header.year ?? null),
    read: readYear,
  },
  remainders: { actions: ['submit'], sight: OF_AREA, statement: remaindersRequest, read: readRemainders },
  run: {
    actions: ['submit'],
    sight: OF_AREA,
    statement: ({ content, documentId }) =>
      content?.header.kind === 'undo'
        ? runByNumber(content.header.undoOf, content.header.areaId, documentId)
        : NOTHING(),
    read: readRun,
  },
  running: {
    actions: ['submit'],
    sight: OF_AREA,
    statement: ({ content, documentId }) =>
      content?.header.kind === 'close'
        ? runningOfYear(content.header.areaId, content.header.year, null, documentId, MOST_NAMED)
        : NOTHING(),
    read: (rows: { readonly no: string }[]) => rows,
  },
  stages: {
    actions: ['submit'],
    sight: OF_AREA,
    statement: ({ content }) =>
      content?.header.kind === 'close' ? stagesOfYear(content.header.areaId, content.header.year, null) : NOTHING(),
    read: readStages,
  },
  moves: {
    actions: ['approve'],
    sight: 'stored',
    statement: ({ documentId }) => movesOfDocument(documentId),
    read: (rows: MoveRow[]) => rows,
  },
}

/** Serialised for an area's year, so that no balance is taken by two runs. */
const holdYear = prepared('budget.hold-year', 'select pg_advisory_xact_lock($1::int, -$2::int) as year')

/** A closing also blocks submits for its months; locked before accounts, as by everybody. */
const holdYearOfDocument = prepared(
  'budget.hold-year-of-document',
  `select pg_advisory_xact_lock(d.area_id, -d.year) as year,
     (select count(pg_advisory_xact_lock(d.area_id, d.year * 12 + m)) from generate_series(1, 12) m where d.kind = 'close') as months
   from budget_year_end d where d.id = $1`,
)

export const yearEndLocks: RowLockSpec<BudgetYearEnd> = {
  actions: ['submit', 'approve'],
  statement: ({ content, documentId }) =>
    content ? holdYear(content.header.areaId, content.header.year) : holdYearOfDocument(documentId),
}
