import type { AlikeDocument } from '#kernel/document/alike/alike-wire.ts'
import { ErrorStrip } from '../Strip.tsx'
import { alikeText } from './alike-text.ts'
import { AlikeSheet } from './AlikeSheet.tsx'
import { AlikeStrip } from './AlikeStrip.tsx'
import { type AlikeProps, useAlike } from './use-alike.ts'

/** On the page of a document. */
export function PhoneAlike(props: AlikeProps) {
  const { data, error, isError, refetch } = useAlike(props)
  if (isError)
    return (
      <ErrorStrip error={error} text={(reason) => alikeText('failed', { reason })} onRetry={() => void refetch()} />
    )
  return <AlikeStrip found={data ?? []} Panel={AlikeSheet} />
}

/** Above a form, of its last check. */
export function PhoneFormAlike({ found }: { readonly found: readonly AlikeDocument[] }) {
  return <AlikeStrip found={found} Panel={AlikeSheet} />
}
