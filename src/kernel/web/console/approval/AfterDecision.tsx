import { lazy, type ReactNode, Suspense } from 'react'
import { useAfterDecision } from './verbs/after-decision.ts'

/** Lazy-loaded: it stands only on pages that opened by themselves. */
const Decided = lazy(() => import('./Decided.tsx').then((module) => ({ default: module.Decided })))

interface AfterDecisionProps {
  /** Round of the page; undefined where its reader has no open task, as after they decided it too. */
  readonly formInstanceId: string | undefined
  readonly link: (address: string, text: string) => ReactNode
}

/** Says what was decided a moment ago, where this page opened by itself after it. */
export function AfterDecision({ formInstanceId, link }: AfterDecisionProps) {
  const act = useAfterDecision(formInstanceId)
  if (!act) return null
  return (
    <Suspense fallback={null}>
      <Decided act={act} link={link} />
    </Suspense>
  )
}
