import {
  type Carried,
  type Carry,
  type CarryOption,
  checkCarries,
  checkCarryBack,
  type EncumbranceToCarry,
} from '#areas/budget/budget.facade.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type Amount, zero } from '#kernel/base/money/money.ts'
import type { AnnualCarryoverContent, AnnualCarryoverHeader, CarryChoice } from './scheme-annual-carryover.doc.ts'
import type { SchemeFunding, SchemeFact } from '../shared/funding-lines.rules.ts'
import type { PlaceFact } from '../shared/scheme-place.rules.ts'
import { schemeErrors } from '../scheme.errors.ts'
import { isRunning, type SchemeState } from '../shared/scheme-types.ts'

// Open amounts of schemes are carried over the end of a year once (domain.md 2.10).

/** A carry-over named by another document. */
export interface CarryoverRun {
  readonly id: string
  readonly no: string
  readonly state: string
  readonly kind: string
  readonly scopeId: number
  readonly areaId: number
  readonly fromYear: number
  readonly currency: string
  /** Of all carried schemes. */
  readonly customers: readonly string[]
}

/** Another document of a scheme in approval. */
export interface RunningChild {
  readonly no: string
  readonly schemeNo: string
}

export interface AnnualCarryoverFacts {
  readonly place: PlaceFact | null
  /** The lines' schemes that the drafter sees. */
  readonly schemes: readonly SchemeFact[]
  readonly toCarry: readonly EncumbranceToCarry[]
  readonly running: readonly RunningChild[]
  readonly run: CarryoverRun | null
  /** The run's current amounts in the new year. */
  readonly taken: readonly Carried[]
}

/** A part of a scheme as written in a line: `SC202611-0001/2`. */
export interface PartName {
  readonly schemeNo: string
  readonly fundingNo: number
}

export const partCode = ({ schemeNo, fundingNo }: PartName): string => `${schemeNo}/${fundingNo}`

/** Null: malformed. */
export function partOf(fundingLine: string | null | undefined): PartName | null {
  const [, schemeNo, number] = /^([^/]+)\/([1-9]\d{0,5})$/.exec(fundingLine ?? '') ?? []
  return schemeNo === undefined || number === undefined ? null : { schemeNo, fundingNo: Number(number) }
}

const STAGE_OF: Readonly<Record<CarryChoice, Carry['stage']>> = {
  C1: 'cmt',
  C2: 'cmt',
  C3: 'cmt',
  A: 'acr',
  C3A: 'acr',
}

const OPTION_OF: Readonly<Record<CarryChoice, CarryOption>> = {
  C1: 'withBudget',
  C2: 'newBudget',
  C3: 'release',
  A: 'accrual',
  C3A: 'release',
}

/** The proposed treatment of a part: running schemes continue, ended ones only pay their accruals. */
export function proposedOptions(
  state: SchemeState,
  open: { readonly cmt: Amount; readonly acr: Amount },
): CarryChoice[] {
  return [
    ...(open.cmt.gt(0) ? [isRunning(state) ? ('C1' as const) : ('C3' as const)] : []),
    ...(open.acr.gt(0) ? (['A'] as const) : []),
  ]
}

type Named = Pick<AnnualCarryoverFacts, 'schemes'>

/** The scheme and the part of a line; null where there is none. */
export function findPart(
  fundingLine: string,
  { schemes }: Named,
): { scheme: SchemeFact; funding: SchemeFunding } | null {
  const name = partOf(fundingLine)
  const scheme = schemes.find(({ no }) => no === name?.schemeNo)
  const funding = scheme?.fundings.find(({ fundingNo }) => fundingNo === name?.fundingNo)
  return scheme && funding ? { scheme, funding } : null
}

export function encumbranceOf(
  funding: SchemeFunding,
  { toCarry }: Pick<AnnualCarryoverFacts, 'toCarry'>,
): EncumbranceToCarry | null {
  return (
    toCarry.find(
      ({ documentId, round, line }) =>
        documentId === funding.documentId && round === funding.round && line === funding.encumbranceLine,
    ) ?? null
  )
}

/** The carried amounts of lines by number, without empty lines. */
export function carriesIn(
  { lines }: Pick<AnnualCarryoverContent, 'lines'>,
  facts: Named & Pick<AnnualCarryoverFacts, 'toCarry'>,
): Carry[] {
  return lines.flatMap(({ part: fundingLine, option }, index) => {
    const found = findPart(fundingLine, facts)
    const encumbrance = found ? encumbranceOf(found.funding, facts) : null
    // Unparsable values already have an error.
    if (!encumbrance || !(option in STAGE_OF)) return []
    return [{ encumbrance, stage: STAGE_OF[option], option: OPTION_OF[option], line: index + 1 }]
  })
}

/** All current refusals. Pure: shared by soft check and submit. */
export function checkAnnualCarryover(content: AnnualCarryoverContent, facts: AnnualCarryoverFacts): Refusal[] {
  const { header } = content
  const refusals: Refusal[] = []
  if (facts.place && facts.place.idcCode !== header.idcCode)
    refusals.push(schemeErrors.areaMismatch({}, { field: 'areaId' }))
  refusals.push(...(header.kind === 'undo' ? checkUndo(content, facts) : checkCarry(content, facts)))
  return refusals
}

function checkCarry(content: AnnualCarryoverContent, facts: AnnualCarryoverFacts): Refusal[] {
  const { header, lines } = content
  const refusals = checkCutOff(header)
  if (header.runNo) refusals.push(schemeErrors.runOfCarry({}, { field: 'runNo' }))
  if (lines.length === 0) refusals.push(schemeErrors.carryEmpty({}, { field: 'lines' }))
  const running = new Map(facts.running.map(({ schemeNo, no }) => [schemeNo, no]))
  for (const [row, { part: fundingLine, option }] of lines.entries()) {
    // Unparsable values already have an error.
    if (!fundingLine) continue
    const at = { field: 'part', row }
    const found = findPart(fundingLine, facts)
    if (!found) {
      refusals.push(schemeErrors.partUnknown({ part: fundingLine }, at))
      continue
    }
    refusals.push(...checkPart(header, option, found, facts, row))
    const no = running.get(found.scheme.no)
    if (no !== undefined) refusals.push(schemeErrors.childInApproval({ no }, at))
  }
  return [...refusals, ...checkCarries(carriesIn(content, facts)).map(ownField)]
}

function checkCutOff({ cutOffDate, fromYear }: AnnualCarryoverHeader): Refusal[] {
  const at = { field: 'cutOffDate' }
  if (!cutOffDate) return [schemeErrors.cutOffMissing({}, at)]
  return Number(cutOffDate.slice(0, 4)) === fromYear ? [] : [schemeErrors.cutOffOutside({ year: fromYear }, at)]
}

function checkPart(
  header: AnnualCarryoverHeader,
  option: CarryChoice,
  { scheme, funding }: { readonly scheme: SchemeFact; readonly funding: SchemeFunding },
  facts: AnnualCarryoverFacts,
  row: number,
): Refusal[] {
  const at = { field: 'part', row }
  const refusals: Refusal[] = []
  if (scheme.areaId !== header.areaId) refusals.push(schemeErrors.areaMismatch({}, at))
  if (scheme.currency !== header.currency)
    refusals.push(schemeErrors.currencyDiffers({ currency: header.currency, expected: scheme.currency }, at))
  if ((option === 'C1' || option === 'C2') && !isRunning(scheme.state))
    refusals.push(
      schemeErrors.carryOfEnded({ no: scheme.no, state: `@scheme.states.${scheme.state}` }, { field: 'option', row }),
    )
  const encumbrance = encumbranceOf(funding, facts)
  if (!encumbrance) refusals.push(schemeErrors.nothingOpen({ part: partCode({ schemeNo: scheme.no, ...funding }) }, at))
  else if (encumbrance.year !== header.fromYear)
    refusals.push(schemeErrors.yearDiffers({ budgetCode: funding.budgetCode, year: encumbrance.year }, at))
  return refusals
}

function checkUndo({ header, lines }: AnnualCarryoverContent, { run, taken }: AnnualCarryoverFacts): Refusal[] {
  const at = { field: 'runNo' }
  if (lines.length > 0) return [schemeErrors.undoHasLines({}, { field: 'lines' })]
  if (!header.runNo) return [schemeErrors.runMissing({}, at)]
  const isThis =
    run?.kind === 'carry' &&
    run.state === 'approved' &&
    run.areaId === header.areaId &&
    run.fromYear === header.fromYear &&
    run.currency === header.currency
  if (!isThis) return [schemeErrors.runUnknown({ no: header.runNo }, at)]
  return checkCarryBack(taken).map(ownField)
}

/** The budget's field names, mapped to this document's. */
const FIELDS: Readonly<Record<string, string>> = { year: 'fromYear', undoOf: 'runNo' }

function ownField(refusal: Refusal): Refusal {
  const field = refusal.field === undefined ? undefined : FIELDS[refusal.field]
  return field === undefined ? refusal : { ...refusal, field }
}

/** The carried or returned amounts, in the currency of the schemes. */
export function totalCarried(content: AnnualCarryoverContent, facts: AnnualCarryoverFacts): Amount {
  const amounts =
    content.header.kind === 'undo'
      ? facts.taken.map(({ given }) => given)
      : carriesIn(content, facts).map(({ encumbrance, stage }) => encumbrance.stages[stage].given)
  return amounts.reduce((sum, each) => sum.plus(each), zero)
}
