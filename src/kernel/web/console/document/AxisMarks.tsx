import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { axesOf, axisOf } from '#kernel/engine/document/axes/axes-of.ts'
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
  return axesOf(definition).map(([name, axis]) => {
    const state = readText(document[name])
    if (state === '' || (approval?.state === 'approved' && axis.pastWhenApproved?.includes(state))) return null
    const all = document.lines.filter((line) => readText(line[name]) !== '').length
    const same = document.lines.filter((line) => line[name] === state).length
    const part = same < all ? ` ${same}/${all}` : ''
    return (
      <StateMark
        key={name}
        colour={axis.states[state] ?? 'grey'}
        text={`${axisText(definition, name, state)}${part}`}
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
  const colour = axisOf(definition, axis)?.states[state]
  return colour ? <StateMark colour={colour} text={axisText(definition, axis, state)} /> : '/'
}
