import type { AlikeDocument } from '#kernel/document/alike/alike-wire.ts'
import { ErrorStrip } from '../Strip.tsx'
import { alikeText } from './alike-text.ts'
import { AlikeDialog } from './AlikeDialog.tsx'
import { AlikeStrip } from './AlikeStrip.tsx'
import { type AlikeProps, useAlike } from './use-alike.ts'

/** On the page of a document. */
export function DeskAlike(props: AlikeProps) {
  const { data, error, isError, refetch } = useAlike(props)
  if (isError)
    return (
      <ErrorStrip error={error} text={(reason) => alikeText('failed', { reason })} onRetry={() => void refetch()} />
    )
  return <AlikeStrip found={data ?? []} Panel={AlikeDialog} />
}

/** Above a form, of its last check. */
export function DeskFormAlike({ found }: { readonly found: readonly AlikeDocument[] }) {
  return <AlikeStrip found={found} Panel={AlikeDialog} />
}
