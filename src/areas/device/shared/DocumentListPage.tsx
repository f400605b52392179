import { useAreas } from '#areas/budget/budget.web.facade.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { DocumentTypePage } from '#kernel/web/console/list/document/DocumentTypePage.tsx'

/** All documents of devices of one type. */
export function DocumentListPage({ definition }: { readonly definition: AnyDefinition }) {
  return <DocumentTypePage definition={definition} areas={useAreas()} />
}
