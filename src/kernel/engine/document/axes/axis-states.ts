import { countStates, type StateCounts, stateAfterEvent } from '#kernel/engine/definition/axes/axis.ts'
import type { Action } from '#kernel/engine/definition/definition.ts'
import type { EffectRow } from '#kernel/engine/effects/effect-store.ts'
import type { ReserveState } from '#kernel/engine/reserve/reserve-states.ts'
import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { AnyDocument } from '../server-document.ts'
import { axisErrors } from './axis.errors.ts'
import { axesOf, axisOf } from './axes-of.ts'
import { axisStatePath } from './axis-looks.ts'
import { type LineState, lineStatesOf } from './axis-sql.ts'

/** One axis of a document: its state, null where it has none yet, and how many lines are in which. */
export interface AxisState {
  readonly state: string | null
  readonly lines: StateCounts
  /** State of each line by its number, where lines have one of their own. */
  readonly byLine: ReadonlyMap<number, string>
}

export type AxisStates = Readonly<Record<string, AxisState>>

/** What the states follow from. */
interface StatesRead {
  readonly effects: readonly Pick<EffectRow, 'state'>[]
  readonly reserve: ReserveState | null
  /** Of axes by dated rows. */
  lines(axis: string): readonly LineState[]
}

/** The states of all axes of a document. */
export function axisStates(definition: AnyDocument, read: StatesRead): AxisStates {
  const states = axesOf(definition).map(([name, { kept, ofLines }]) => {
    const lines = kept.of === 'intervals' ? read.lines(name) : []
    const found =
      kept.of === 'effects'
        ? read.effects.map(({ state }) => state)
        : kept.of === 'reserve'
          ? [read.reserve ?? []].flat()
          : lines.map(({ state }) => state)
    const counts = countStates(found)
    const byLine = new Map(lines.map(({ line, state }) => [line, state]))
    return [name, { state: ofLines(counts), lines: counts, byLine }] as const
  })
  return Object.fromEntries(states)
}

/** Statements of the states of lines, by axis: those of the axes that an action moves, or of all. */
export function lineStatements(definition: AnyDocument, id: string, moves?: Action['moves']) {
  return axesOf(definition).flatMap(([name, { kept }]) =>
    kept.of === 'intervals' && (moves === undefined || name in moves)
      ? [{ axis: name, statement: lineStatesOf(definition, name, kept)(id) }]
      : [],
  )
}

/** The states of lines as a page reads them. */
export async function readLineStates(
  tx: Tx,
  definition: AnyDocument,
  id: string,
): Promise<Readonly<Record<string, readonly LineState[]>>> {
  const found: Record<string, readonly LineState[]> = {}
  for (const { axis, statement } of lineStatements(definition, id)) found[axis] = await tx.rows(statement)
  return found
}

type Line = Readonly<Record<string, unknown>> & { readonly lineNo: number }

/** Lines with their states, under the names of the axes. */
export function withLineStates(axes: AxisStates, lines: readonly Line[]): readonly Line[] {
  const named = Object.entries(axes).filter(([, { byLine }]) => byLine.size > 0)
  if (named.length === 0) return lines
  return lines.map((line) => ({
    ...line,
    ...Object.fromEntries(named.map(([axis, { byLine }]) => [axis, byLine.get(line.lineNo) ?? null])),
  }))
}

/** The refusal of an event that is not in the table of its axis for the present state; null where it is. */
export function eventRefusal(
  definition: AnyDocument,
  axis: string,
  event: string,
  { state, lines }: Pick<AxisState, 'state' | 'lines'>,
): Refusal | null {
  const of = axisOf(definition, axis)
  if (!of) throw new Error(`${definition.name} has no axis ${axis}`)
  if (stateAfterEvent(of, state, event, lines) !== null) return null
  return axisErrors.notNow(
    {
      axis: `@${definition.area}.documents.${definition.name}.fields.${axis}`,
      state: state === null ? '/' : `@${axisStatePath(definition, axis, state)}`,
    },
    { field: axis },
  )
}

/** The events that an act is to axes; a retry is one to all that know it. */
function movesOf(definition: AnyDocument, { moves, retries }: Pick<Action, 'moves' | 'retries'>): Action['moves'] & {} {
  if (moves || !retries) return moves ?? {}
  const known = axesOf(definition).filter(([, { events }]) => events.includes('retry'))
  return Object.fromEntries(known.map(([name]) => [name, 'retry']))
}

/** The refusal of an act that none of the axes it moves allows now. */
export function moveRefusal(
  definition: AnyDocument,
  action: Pick<Action, 'moves' | 'retries'>,
  states: AxisStates,
): Refusal | null {
  const refusals = Object.entries(movesOf(definition, action)).flatMap(([axis, event]) => {
    const present = states[axis]
    return present ? [{ present, refusal: eventRefusal(definition, axis, event, present) }] : []
  })
  if (refusals.some(({ refusal }) => refusal === null)) return null
  return (refusals.find(({ present }) => present.state !== null) ?? refusals[0])?.refusal ?? null
}
