import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { lookOf } from '#kernel/engine/document/axes/axis-looks.ts'
import { documentTexts } from '../client/document-texts.ts'
import { kernelText } from '../client/i18n.ts'

/** The text of a state of an axis. */
export function axisText(definition: AnyDefinition, axis: string, state: string): string {
  const words = lookOf(definition, axis)?.words
  return words
    ? kernelText(`${words}.${state}` as 'pushStates.pushing')
    : documentTexts(definition).text(`axes.${axis}.${state}`)
}
