import type { StateColour } from '../definition.ts'

/** How many lines of a document are in each state. */
export type StateCounts<S extends string = string> = Readonly<Partial<Record<S, number>>>

/** The state that an event leads to; `when` is a guard on the states of the lines, for events that concern only some of them. */
type Step<S extends string> = S | { readonly to: S; readonly when: (lines: StateCounts<S>) => boolean }

/**
 * Where the state stands. It is read from there, so that a list never shows another one than that by which it filters.
 * - `effects`: pushes of the round, one for the document or one for each line.
 * - `reserve`: what another system holds for the round; without such a system, what the ledger says.
 * - `intervals`: dated rows that the document wrote (decision 124). Their state follows from the time, so nothing is written when a day begins.
 */
export type AxisPlace<S extends string = string> =
  | { readonly of: 'effects' }
  | { readonly of: 'reserve' }
  | {
      readonly of: 'intervals'
      /** Table of the rows, and its columns with the document and the number of its line. */
      readonly rows: string
      readonly document: string
      readonly line: string
      /** States of the document in which its rows are written. */
      readonly in: readonly string[]
      /** The states before, in and after the time of the rows, and where none of them stands. */
      readonly before: S
      readonly during: S
      readonly after: S
      readonly none: S
    }

/** How pages show the states of an axis. */
export interface AxisLook<S extends string = string> {
  readonly states: Readonly<Record<S, StateColour>>
  /** Name of the kernel's texts of its states; without it the texts stand with those of the document, under `axes.<name>`. */
  readonly words?: 'pushStates' | 'reserveStates'
  /** States that no filter offers. */
  readonly unasked?: readonly S[]
  /** States that say nothing any more on the page of an approved document. */
  readonly pastWhenApproved?: readonly S[]
}

/**
 * A further state of a document beside its approval, with a machine of its own: whether it is pushed, reserved, in force (domain.md 7). Every
 * pair of a state and an event that is not in the table is refused.
 */
export interface Axis<S extends string = string, E extends string = string> extends AxisLook<S> {
  readonly events: readonly E[]
  readonly table: Readonly<Record<S, Readonly<Partial<Record<E, Step<S>>>>>>
  readonly kept: AxisPlace<S>
  /** The state of the document, by those of its lines. */
  readonly ofLines: LinesToState<S>
}

/** The axes that the kernel knows itself: whether a document is pushed, and what another system holds for it. */
export type KernelAxis = 'push' | 'reserve'

/** The axes of a definition. Those of the kernel are only named, so that pages do not load their tables (`document/axes`). */
export type Axes = Readonly<Record<string, Axis | KernelAxis>>

/** A pure function from the states of the lines to that of the document; null where there is no line. */
interface LinesToState<S extends string = string> {
  (lines: StateCounts<S>): S | null
  /** The states in the order in which the first one that a line has wins; what reads many documents follows it in SQL. */
  readonly order?: readonly S[]
}

/** The state of a document is the first of these that any of its lines has. */
export function firstOf<const S extends string>(order: readonly S[]): LinesToState<S> {
  const ofLines = (lines: StateCounts<S>): S | null => order.find((state) => (lines[state] ?? 0) > 0) ?? null
  return Object.assign(ofLines, { order })
}

/** Declares an axis; an unknown state or event does not compile. */
export function defineAxis<const S extends string, const E extends string>(axis: Axis<S, E>): Axis<S, E> {
  return axis
}

/** Where an event leads from this state, or null: such a pair is refused. Of one document, `lines` are the states of its lines. */
export function stateAfterEvent(
  { table }: Axis,
  state: string | null,
  event: string,
  lines: StateCounts = state === null ? {} : { [state]: 1 },
): string | null {
  const step = state === null ? undefined : table[state]?.[event]
  if (step === undefined || typeof step === 'string') return step ?? null
  return step.when(lines) ? step.to : null
}

/** Counts the states of lines. */
export function countStates(states: readonly string[]): StateCounts {
  const counts: Record<string, number> = {}
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1
  return counts
}
