import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { exportOf } from '#kernel/services/area/place-files.ts'
import { schemeDocuments } from '../scheme.documents.ts'

/** The definitions of all documents of schemes. */
export const schemeDefinitions = (await Promise.all(
  schemeDocuments.map((place) => exportOf(place, '.doc.ts', place.name)),
)) as readonly AnyDefinition[]
