import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'

/** What is wrong with the axes of a definition: the server does not start with any of these. */
export function axisFaults(definition: AnyDefinition, taken: ReadonlySet<string>): readonly string[] {
  const { axes = {}, fields, lines, actions, effects, reserve } = definition
  const names = Object.keys(axes)
  const kept = new Set(Object.values(axes).map((axis) => axis.kept.of))
  return [
    ...names.flatMap((name) =>
      name in fields || name in lines || taken.has(name) ? [`an axis cannot be ${name}`] : [],
    ),
    // What is pushed or reserved shows how far that is.
    ...(kept.has('effects') === (effects !== undefined) ? [] : ['effects and an axis of them go together']),
    ...(kept.has('reserve') === (reserve !== undefined) ? [] : ['a reserve and an axis of it go together']),
    ...Object.entries(actions).flatMap(([action, { moves = {} }]) => {
      const of = Object.entries(moves).flatMap(([axis, event]) => (axes[axis] ? [{ axis: axes[axis], event }] : []))
      if (Object.keys(moves).length > 0 && of.length === 0) return [`${action} moves no axis of it`]
      return of.flatMap(({ axis, event }) => (axis.events.includes(event) ? [] : [`${action} is ${event}, no event`]))
    }),
  ]
}
