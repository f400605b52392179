import { useAreas } from '#areas/budget/budget.web.facade.ts'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { ShownOfList } from '#kernel/web/console/list/document/document-list.ts'
import { DocumentTypePage } from '#kernel/web/console/list/document/DocumentTypePage.tsx'

interface DocumentListPageProps {
  readonly definition: AnyDefinition
  /** Another page that creates many of them. */
  readonly many?: { readonly address: string; readonly label: () => string }
  /** Columns besides those of its definition. */
  readonly shown?: () => ShownOfList
}

/** All documents of one type: withholds, executions. */
export function DocumentListPage(props: DocumentListPageProps) {
  return <DocumentTypePage {...props} areas={useAreas()} hasSums />
}
