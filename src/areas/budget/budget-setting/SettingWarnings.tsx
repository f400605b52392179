import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { Warnings } from '#kernel/web/console/document/Warnings.tsx'

interface SettingFacts {
  readonly warnings: readonly { readonly msg: string }[]
}

/** Current warnings about a change of control, for its approvers. */
export function SettingWarnings({ detail: { document, decisionFacts } }: { readonly detail: DocumentDetail }) {
  const facts = decisionFacts as SettingFacts | null
  return <Warnings texts={document.state === 'underApproval' && facts ? facts.warnings.map(({ msg }) => msg) : []} />
}
