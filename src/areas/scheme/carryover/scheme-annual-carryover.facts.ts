import {
  type Carried,
  carriedFoundBy,
  carriedNamedBy,
  carriedEncumbrancesNamedBy,
  type Carry,
  carriesOf,
  holdToCarryFoundBy,
  type Encumbrance,
  encumbrancesFoundBy,
  encumbrancesOf,
  type EncumbranceToCarry,
  encumbrancesToCarryFoundBy,
  readCarried,
  readCarries,
  readEncumbrances,
  readEncumbrancesToCarry,
} from '#areas/budget/budget.facade.ts'
import { isWithinLimits } from '#kernel/platform/access/limits.ts'
import { inScope } from '#kernel/platform/access/principal.ts'
import { prepared } from '#kernel/platform/db/statement.ts'
import type { FactReader } from '#kernel/engine/document/fact-sight.ts'
import type { FactRequest, FactSpecs, RowLockSpec } from '#kernel/engine/document/server-document.ts'
import type { SchemeAnnualCarryover } from './scheme-annual-carryover.doc.ts'
import {
  type AnnualCarryoverFacts,
  type CarryoverRun,
  partOf,
  type RunningChild,
} from './scheme-annual-carryover.rules.ts'
import { readSchemes, type SchemeRow, schemesNamed, seesScheme } from '../shared/scheme.facts.ts'
import { placeFact } from '../shared/scheme-place.facts.ts'
import { runningOfSeveral } from '../life/scheme-running.server.ts'

type Rows<R extends (rows: never, other: never) => unknown> = Parameters<R>[0]

/** Facts of the document, for any action. */
export interface AllCarryoverFacts extends Omit<AnnualCarryoverFacts, 'taken'> {
  readonly takenRows: Rows<typeof readCarried>
  /** The run's encumbrances in the new year, for an undo. */
  readonly targets: readonly Encumbrance[]
  readonly carries: readonly Carry[]
  readonly own: readonly Encumbrance[]
  /** Schemes of a stored document. */
  readonly schemeIds: readonly string[]
}

/** Adds the run's lines to its encumbrances in the new year. */
export function withTaken(facts: AllCarryoverFacts): AnnualCarryoverFacts {
  return { ...facts, taken: takenOf(facts) }
}

export function takenOf({ takenRows, targets }: Pick<AllCarryoverFacts, 'takenRows' | 'targets'>): Carried[] {
  return readCarried(takenRows, targets)
}

type FactsRequest = Pick<FactRequest<SchemeAnnualCarryover>, 'content' | 'documentId' | 'principal'>

const TABLE = 'scheme_annual_carryover'
const ENDS = ['approve', 'reject', 'return', 'terminate', 'withdraw'] as const

/** Schemes of a stored document ($1), or of the run it undoes. */
const SCHEMES_OF = `select distinct s.id from ${TABLE} d join ${TABLE} r on r.no = coalesce(d.run_no, d.no)
  join ${TABLE}_line l on l.document_id = r.id and l.round = r.round join scheme s on s.no = l.scheme_no where d.id = $1`

const schemeIdsOf = prepared<{ readonly id: string }>('scheme.carryover-schemes', SCHEMES_OF)

const toCarry = encumbrancesToCarryFoundBy(
  'scheme-parts',
  `select f.document_id, f.round, f.encumbrance_line as line_no, null::date as day, $3::bigint as asking
   from unnest($1::text[], $2::int[]) w (no, funding_no) join scheme s on s.no = w.no
   join scheme_funding f on f.scheme_id = s.id and f.funding_no = w.funding_no`,
  'line',
)

const RUN = `select r.id, r.no, r.state, r.kind, r.scope_id as "scopeId", r.area_id as "areaId", r.from_year as "fromYear", r.currency,
  array(select distinct l.customer_code from scheme_annual_carryover_line x join scheme s on s.no = x.scheme_no
    join scheme_line l on l.scheme_id = s.id where x.document_id = r.id and x.round = r.round) as customers`
const runByNo = prepared<CarryoverRun>('scheme.carryover-run', `${RUN} from ${TABLE} r where r.no = $1`)
const runOfStored = prepared<CarryoverRun>(
  'scheme.carryover-run-of-stored',
  `${RUN} from ${TABLE} d join ${TABLE} r on r.no = d.run_no where d.id = $1`,
)

const BY_NO = `select r.id as document_id, $2::bigint as asking from ${TABLE} r where r.no = $1`
const takenByNo = carriedFoundBy('scheme-carryover-run', BY_NO)
const targetsByNo = encumbrancesFoundBy(
  'scheme-carryover-run',
  `select r.id as document_id, null::date as day, $2::bigint as asking from ${TABLE} r where r.no = $1`,
)
const RUN_ID = `(select r.id from ${TABLE} r where r.no = ${TABLE}.run_no)`
const takenOfStored = carriedNamedBy(TABLE, RUN_ID)
const targetsOfStored = carriedEncumbrancesNamedBy(TABLE, RUN_ID)

const partsOf = (content: FactsRequest['content']) => (content?.lines ?? []).flatMap(({ part }) => partOf(part) ?? [])
const numbersOf = (content: FactsRequest['content']) => [...new Set(partsOf(content).map(({ schemeNo }) => schemeNo))]
/** A carry-over refers to no run, whatever the field contains. */
const runNoOf = (content: FactsRequest['content']) =>
  content?.header.kind === 'undo' ? content.header.runNo || null : null

type PartRow = Rows<typeof readEncumbrancesToCarry>[number]

const keyOf = (documentId: string, round: number, line: number) => `${documentId} ${round} ${line}`

/** Facts about parts of schemes that the reader sees. */
const OF_PARTS = {
  accompanies: 'schemes',
  by: {
    own: ({ document_id, round, line_no }: PartRow) => keyOf(document_id, round, line_no),
    theirs: ({ fundings }: SchemeRow) =>
      (fundings ?? []).map(({ documentId, round, encumbranceLine }) => keyOf(documentId, round, encumbranceLine)),
  },
} as const

const OF_SCHEMES = {
  accompanies: 'schemes',
  by: { own: ({ schemeNo }: RunningChild) => schemeNo, theirs: ({ no }: SchemeRow) => no },
} as const

/** A run is visible in its organisation, to people who may see all customers of its schemes. */
const seesRun = ({ customers, scopeId }: CarryoverRun, reader: FactReader) =>
  inScope(reader.scope, scopeId) && customers.every((code) => isWithinLimits(reader, 'customer', () => code))

export const annualCarryoverFacts: FactSpecs<SchemeAnnualCarryover, AllCarryoverFacts> = {
  place: placeFact<SchemeAnnualCarryover>(),
  schemes: {
    actions: ['submit'],
    sight: { row: seesScheme },
    statement: ({ content }: FactsRequest) => schemesNamed(numbersOf(content)),
    read: readSchemes,
  },
  toCarry: {
    actions: ['submit'],
    sight: OF_PARTS,
    statement({ content, documentId }: FactsRequest) {
      const parts = partsOf(content)
      return toCarry(
        parts.map(({ schemeNo }) => schemeNo),
        parts.map(({ fundingNo }) => fundingNo),
        documentId,
      )
    },
    read: (rows: PartRow[]): EncumbranceToCarry[] => readEncumbrancesToCarry(rows),
  },
  running: {
    actions: ['submit'],
    sight: OF_SCHEMES,
    statement: ({ content, documentId }: FactsRequest) => runningOfSeveral(numbersOf(content), documentId),
    read: (rows: readonly RunningChild[]) => rows,
  },
  run: {
    actions: ['submit', 'approve'],
    sight: { row: seesRun },
    statement: ({ content, documentId }: FactsRequest) =>
      content ? runByNo(runNoOf(content)) : runOfStored(documentId),
    read: ([row]: readonly CarryoverRun[]) => row ?? null,
  },
  takenRows: {
    actions: ['submit', 'approve'],
    sight: { accompanies: 'run' },
    statement: ({ content, documentId }: FactsRequest) =>
      content ? takenByNo(runNoOf(content), documentId) : takenOfStored(documentId),
    read: (rows: Rows<typeof readCarried>) => rows,
  },
  targets: {
    actions: ['submit', 'approve'],
    sight: { accompanies: 'run' },
    statement: ({ content, documentId }: FactsRequest) =>
      content ? targetsByNo(runNoOf(content), documentId) : targetsOfStored(documentId),
    read: readEncumbrances,
  },
  carries: {
    actions: ['approve'],
    sight: 'stored',
    statement: ({ documentId }: FactsRequest) => carriesOf(documentId),
    read: readCarries,
  },
  own: {
    actions: ENDS,
    sight: 'stored',
    statement: ({ documentId }: FactsRequest) => encumbrancesOf(documentId === null ? [] : [documentId], null),
    read: readEncumbrances,
  },
  schemeIds: {
    actions: ['approve'],
    sight: 'stored',
    statement: ({ documentId }: FactsRequest) => schemeIdsOf(documentId),
    read: (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id),
  },
}

/** Locks all of its schemes in one order, and the target months. */
const holdCarry = holdToCarryFoundBy(
  'schemes',
  `with held as materialized (select id, no from scheme where no = any ($1::text[]) order by id for update)
   select f.document_id, f.round, f.encumbrance_line as line_no from unnest($1::text[], $2::int[]) w (no, funding_no)
   join held s on s.no = w.no join scheme_funding f on f.scheme_id = s.id and f.funding_no = w.funding_no
   where (select count(*) from held) > 0`,
)

const holdRun = prepared(
  'scheme.hold-of-run',
  `select from scheme where no in (
     select l.scheme_no from ${TABLE} r join ${TABLE}_line l on l.document_id = r.id and l.round = r.round where r.no = $1)
   order by id for update`,
)
const holdStored = prepared(
  'scheme.hold-of-carryover',
  `select from scheme where id in (${SCHEMES_OF}) order by id for update`,
)

export const annualCarryoverLocks: RowLockSpec<SchemeAnnualCarryover> = {
  actions: ['submit', ...ENDS],
  statement({ content, documentId }) {
    if (!content) return holdStored(documentId)
    const runNo = runNoOf(content)
    if (runNo !== null) return holdRun(runNo)
    const parts = partsOf(content)
    // Both lists have the same length: a scheme is named once for each of its parts.
    return holdCarry(
      parts.map(({ schemeNo }) => schemeNo),
      parts.map(({ fundingNo }) => fundingNo),
    )
  },
}
