import { coversScope, inScope, may, type Principal, type Scope, scopeOf } from '#kernel/platform/access/principal.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import { readAmount } from '#kernel/base/money/money.ts'
import { absenceErrors } from './absence.errors.ts'

/** The right that everyone who holds a task needs. */
export const HOLDS_TASKS = 'approval.task.view'

/** A document type that can be handed over, with the right to decide it. */
export interface DecidedType {
  readonly name: string
  readonly right: string
}

/** A person is away: who substitutes them, for which documents, and for how long. */
export interface Absence {
  readonly principal: Principal
  readonly substitute: Principal
  /** Null: every type that the principal decides on. */
  readonly types: readonly string[] | null
  /** Null: every organisation. */
  readonly organisationId: number | null
  readonly amountLimit: string | null
  readonly currency: string | null
  readonly startsAt: Date
  readonly endsAt: Date
}

/** Refusals that depend on no other absence: the two people, the period, the amount. */
export function checkAbsence(absence: Absence, types: readonly DecidedType[], now: Date): Refusal[] {
  return [...checkPeople(absence, types), ...checkPeriod(absence, now), ...checkAmount(absence)]
}

function checkPeople({ principal, substitute, types: chosen, organisationId }: Absence, types: readonly DecidedType[]) {
  if (substitute.userId === principal.userId) return [absenceErrors.oneself({}, { field: 'substitute' })]
  const refusals: Refusal[] = []
  for (const person of [principal, substitute])
    if (!may(person, HOLDS_TASKS))
      refusals.push(
        absenceErrors.holdsNoTasks(
          { person: person.name },
          { field: person === substitute ? 'substitute' : 'account' },
        ),
      )
  if (refusals.length > 0) return refusals
  const unknown = chosen?.find((name) => !types.some((type) => type.name === name))
  if (unknown !== undefined) return [absenceErrors.typeUnknown({ type: unknown }, { field: 'documentTypes' })]
  // The substitute decides themselves, so they need the rights for it.
  const handed = types.filter((type) => (chosen ? chosen.includes(type.name) : may(principal, type.right)))
  const missing = handed.find((type) => !may(substitute, type.right))
  if (missing)
    refusals.push(absenceErrors.lacksRight({ person: substitute.name, right: missing.right }, { field: 'substitute' }))
  const needed = [HOLDS_TASKS, ...handed.map((type) => type.right)].filter((right) => may(substitute, right))
  if (!needed.every((right) => covers(scopeOf(substitute, right), scopeOf(principal, right), organisationId)))
    refusals.push(absenceErrors.outside({ person: substitute.name }, { field: 'substitute' }))
  return refusals
}

/** Whether the substitute's scope covers one organisation, or all of the principal's. */
function covers(substitute: Scope, principal: Scope, organisationId: number | null): boolean {
  // Where the principal decides on nothing, nothing is handed over.
  if (organisationId !== null) return inScope(substitute, organisationId) || !inScope(principal, organisationId)
  return coversScope(substitute, principal)
}

function checkPeriod({ principal, startsAt, endsAt }: Absence, now: Date): Refusal[] {
  if (endsAt <= startsAt) return [absenceErrors.endsBeforeStart({}, { field: 'endsAt' })]
  if (endsAt <= now) return [absenceErrors.endsInThePast({}, { field: 'endsAt' })]
  // An absence may begin earlier the same day, but yesterday's tasks stay with the principal.
  if (startsAt < startOfDay(now, principal.timezone)) return [absenceErrors.startsInThePast({}, { field: 'startsAt' })]
  return []
}

/** The first instant of the day in a zone such as `UTC+05:30`. */
export function startOfDay(now: Date, timezone: string): Date {
  const [, sign, hours, minutes] = /^UTC([+-])(\d\d):(\d\d)$/.exec(timezone) ?? []
  const ahead = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000
  const there = now.getTime() + ahead
  return new Date(there - (((there % 86_400_000) + 86_400_000) % 86_400_000) - ahead)
}

function checkAmount({ amountLimit, currency }: Absence): Refusal[] {
  if (amountLimit === null) return currency === null ? [] : [absenceErrors.amountInvalid({}, { field: 'amountLimit' })]
  if (currency === null) return [absenceErrors.currencyMissing({}, { field: 'currency' })]
  const value = readAmount(amountLimit)
  return typeof value === 'string' || value.lte(0) ? [absenceErrors.amountInvalid({}, { field: 'amountLimit' })] : []
}

/** An absence in force, as far as another may conflict with it. */
export interface ActiveAbsence {
  readonly principalId: number
  readonly substituteId: number
  readonly types: readonly string[] | null
  /** Its organisations with all below; null: everywhere. */
  readonly within: readonly number[] | null
  readonly startsAt: Date
  readonly endsAt: Date
  readonly principalName: string
  readonly substituteName: string
}

type Matter = Pick<ActiveAbsence, 'types' | 'within' | 'startsAt' | 'endsAt'>

function sameTime(one: Matter, other: Matter): boolean {
  return one.startsAt < other.endsAt && other.startsAt < one.endsAt
}

function sameMatter(one: Matter, other: Matter): boolean {
  const meet = <T>(a: readonly T[] | null, b: readonly T[] | null) =>
    a === null || b === null || a.some((item) => b.includes(item))
  return meet(one.types, other.types) && meet(one.within, other.within)
}

/**
 * Refusals for conflicts with other absences: two substitutes for the same documents, or a circle of substitutes. A
 * circle is refused whatever the documents are: it shows that people do not know of each other's absence.
 */
export function checkAgainst(absence: ActiveAbsence, standing: readonly ActiveAbsence[]): Refusal[] {
  const together = standing.filter((other) => sameTime(absence, other))
  const double = together.find((other) => other.principalId === absence.principalId && sameMatter(absence, other))
  if (double) {
    const { substituteName, startsAt, endsAt } = double
    const params = { person: substituteName, from: startsAt.toISOString(), to: endsAt.toISOString() }
    return [absenceErrors.overlaps(params, { field: 'startsAt' })]
  }
  const reached = new Set([absence.substituteId])
  for (const person of reached) {
    if (person === absence.principalId)
      return [absenceErrors.circle({ person: absence.substituteName }, { field: 'substitute' })]
    for (const other of together) if (other.principalId === person) reached.add(other.substituteId)
  }
  return []
}
