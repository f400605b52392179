import { lazy, Suspense } from 'react'
import type { DryRunPanelProps } from './DryRunPanel.tsx'

/** Lazy-loaded: few people open a page with a draft. */
const DryRunPanel = lazy(async () => ({ default: (await import('./DryRunPanel.tsx')).DryRunPanel }))

export function DryRun(props: DryRunPanelProps) {
  return (
    <Suspense fallback={null}>
      <DryRunPanel {...props} />
    </Suspense>
  )
}
