import type { DocumentPageSpec } from '#kernel/web/console/document/page-spec.ts'
import { recordChange } from './record-change.doc.ts'

/** The page of a change, on desktop and phone. */
export const page: DocumentPageSpec = { definition: recordChange }
