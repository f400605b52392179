import { lazy, Suspense, useSyncExternalStore } from 'react'
import { askedProof, onProof } from '../client/session/step-up.ts'

const StepUpDialog = lazy(async () => ({ default: (await import('./StepUpDialog.tsx')).StepUpDialog }))

/** Covers the page while a call waits for a fresh sign-in. */
export function StepUpOverlay() {
  const proof = useSyncExternalStore(onProof, askedProof)
  if (!proof) return null
  return (
    <Suspense fallback={null}>
      <StepUpDialog proof={proof} />
    </Suspense>
  )
}
