import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { lookOf } from '#kernel/engine/document/axes/axis-looks.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import type { DocumentDetail, LineWire } from '../client/document-api.ts'
import { axisText } from './axis-text.ts'
import { readText } from '../document/reading.ts'

interface AxisMarkProps {
  readonly definition: AnyDefinition
  readonly axis: string
  readonly state: string
  readonly note?: string
}

/** One state of an axis; nothing where there is none. */
export function AxisMark({ definition, axis, state, note = '' }: AxisMarkProps) {
  const colour = lookOf(definition, axis)?.states[state]
  return colour ? <StateMark colour={colour} text={axisText(definition, axis, state) + note} /> : null
}

interface AxisMarksProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

/** Beside a document's own state those of its axes. Where its lines differ, it says how many are in the state that counts. */
export function AxisMarks({ definition, detail: { document, approval } }: AxisMarksProps) {
  return Object.keys(definition.axes ?? {}).map((axis) => {
    const state = readText(document[axis])
    if (approval?.state === 'approved' && lookOf(definition, axis)?.pastWhenApproved?.includes(state)) return null
    const all = document.lines.filter((line) => line[axis])
    const same = all.filter((line) => line[axis] === state)
    const note = same.length < all.length ? ` ${same.length}/${all.length}` : ''
    return <AxisMark key={axis} definition={definition} axis={axis} state={state} note={note} />
  })
}

/** The axes of which lines have a state of their own. */
export function lineAxes({ axes }: Pick<AnyDefinition, 'axes'>, lines: readonly LineWire[]): readonly string[] {
  return Object.keys(axes ?? {}).filter((axis) => lines.some((line) => line[axis]))
}
