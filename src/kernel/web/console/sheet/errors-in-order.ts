import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import type { RowErrors } from './sheet-state.ts'

/** Row by row, and in each as its columns stand: the server finds some mistakes later than others. */
export function errorsInOrder(definition: AnyDefinition, rows: RowErrors): RowErrors {
  const columns = [...viewOf(definition).lines.columns, ...Object.keys(definition.lines)]
  return new Map(
    [...rows]
      .toSorted(([one], [other]) => one - other)
      .map(([row, errors]) => [
        row,
        Object.fromEntries(
          Object.entries(errors).toSorted(([one], [other]) => columns.indexOf(one) - columns.indexOf(other)),
        ),
      ]),
  )
}
