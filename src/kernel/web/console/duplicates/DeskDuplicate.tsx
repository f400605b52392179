import type { DuplicateDocument } from '#kernel/engine/document/duplicates/duplicate-wire.ts'
import { ErrorBanner } from '../Banner.tsx'
import { duplicateText } from './duplicate-text.ts'
import { DuplicateDialog } from './DuplicateDialog.tsx'
import { DuplicateWarning } from './DuplicateWarning.tsx'
import { type DuplicateProps, useDuplicate } from './use-duplicate.ts'

/** For the page of a document. */
export function DeskDuplicate(props: DuplicateProps) {
  const { data, error, isError, refetch } = useDuplicate(props)
  if (isError)
    return (
      <ErrorBanner
        error={error}
        text={(reason) => duplicateText('failed', { reason })}
        onRetry={() => void refetch()}
      />
    )
  return <DuplicateWarning found={data ?? []} Panel={DuplicateDialog} />
}

/** For the form, from its last check. */
export function DeskFormDuplicate({ found }: { readonly found: readonly DuplicateDocument[] }) {
  return <DuplicateWarning found={found} Panel={DuplicateDialog} />
}
