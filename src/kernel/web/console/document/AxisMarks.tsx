import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { lookOf } from '#kernel/engine/document/axes/axis-looks.ts'
import { StateMark } from '#kernel/web/ui/StateMark.tsx'
import type { DocumentDetail, LineWire } from '../client/document-api.ts'
import { axisText } from './axis-text.ts'
import { readText } from './reading.ts'

interface AxisMarksProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
}

/** Beside a document's own state those of its axes. Where its lines differ, it says how many are in the state that counts. */
export function AxisMarks({ definition, detail: { document, approval } }: AxisMarksProps) {
  return Object.keys(definition.axes ?? {}).map((name) => {
    const state = readText(document[name])
    const look = lookOf(definition, name)
    if (state === '' || (approval?.state === 'approved' && look?.pastWhenApproved?.includes(state))) return null
    const all = document.lines.filter((line) => readText(line[name]) !== '').length
    const same = document.lines.filter((line) => line[name] === state).length
    const text = axisText(definition, name, state)
    return (
      <StateMark
        key={name}
        colour={look?.states[state] ?? 'grey'}
        text={same < all ? `${text} ${same}/${all}` : text}
      />
    )
  })
}

/** The axes of which lines have a state of their own. */
export function lineAxes({ axes = {} }: Pick<AnyDefinition, 'axes'>, lines: readonly LineWire[]): readonly string[] {
  return Object.keys(axes).filter((name) => lines.some((line) => readText(line[name]) !== ''))
}

interface LineMarkProps {
  readonly definition: AnyDefinition
  readonly axis: string
  readonly line: LineWire
}

export function LineMark({ definition, axis, line }: LineMarkProps) {
  const state = readText(line[axis])
  const colour = lookOf(definition, axis)?.states[state]
  return colour ? <StateMark colour={colour} text={axisText(definition, axis, state)} /> : '/'
}
