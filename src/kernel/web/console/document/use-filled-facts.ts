import { use } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { changeKey, ChangesContext } from '../approval/Changed.tsx'
import type { DocumentDetail } from '../client/document-api.ts'
import { type FactToRead, factsToRead } from './reading.ts'

/** The facts that say something: an empty one is left out, unless it was emptied since the reader last looked. */
export function useFilledFacts(definition: AnyDefinition, detail: DocumentDetail): readonly (readonly FactToRead[])[] {
  const changes = use(ChangesContext)
  return factsToRead(definition, detail)
    .map((group) =>
      group.filter(({ key, value, opened }) => value || opened?.value || changes.has(changeKey(null, key))),
    )
    .filter((group) => group.length > 0)
}
