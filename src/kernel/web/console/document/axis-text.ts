import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { axisStatePath } from '#kernel/engine/document/axes/axis-looks.ts'
import { areaTexts } from '../client/i18n.ts'

/** The text of a state of an axis. */
export function axisText(definition: AnyDefinition, axis: string, state: string): string {
  const [namespace = '', ...path] = axisStatePath(definition, axis, state).split('.')
  return areaTexts<Readonly<Record<string, string>>>(namespace)(path.join('.'))
}
