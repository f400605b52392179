import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { axesOf, axisOf } from './axes-of.ts'

/** What is wrong with the axes of a definition: the server does not start with any of these. */
export function axisFaults(definition: AnyDefinition, taken: ReadonlySet<string>): readonly string[] {
  const { fields, lines, actions, effects, reserve } = definition
  const axes = axesOf(definition)
  const kept = new Set(axes.map(([, axis]) => axis.kept.of))
  return [
    ...axes.flatMap(([name]) =>
      name in fields || name in lines || taken.has(name) ? [`an axis cannot be ${name}`] : [],
    ),
    // Lists follow this order in SQL, pages by the function.
    ...axes.flatMap(([name, { kept, ofLines }]) =>
      kept.of === 'intervals' && ofLines.order?.join() !== [kept.during, kept.before, kept.after, kept.none].join()
        ? [`lists read ${name} in another order than its lines count`]
        : [],
    ),
    // What is pushed or reserved shows how far that is.
    ...(kept.has('effects') === (effects !== undefined) ? [] : ['effects and an axis of them go together']),
    ...(kept.has('reserve') === (reserve !== undefined) ? [] : ['a reserve and an axis of it go together']),
    ...Object.entries(actions).flatMap(([action, { moves = {} }]) => {
      const of = Object.entries(moves).flatMap(([name, event]) => {
        const axis = axisOf(definition, name)
        return axis ? [{ axis, event }] : []
      })
      if (Object.keys(moves).length > 0 && of.length === 0) return [`${action} moves no axis of it`]
      return of.flatMap(({ axis, event }) => (axis.events.includes(event) ? [] : [`${action} is ${event}, no event`]))
    }),
  ]
}
