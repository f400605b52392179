import { lazy, Suspense } from 'react'

const ErrorSummary = lazy(() => import('./ErrorSummary.tsx').then((module) => ({ default: module.ErrorSummary })))

export interface FormProblem {
  readonly key: string
  readonly text: string
  /** Focuses the problem. */
  readonly jump: () => void
}

export interface SummaryProps {
  readonly problems: readonly FormProblem[]
  readonly attempt: number
  /** Number of lines with problems, as the sheet counts them. */
  readonly lines?: number
}

/** The problems of a form above it, fetched with the first one: most forms have none. */
export function FormSummary(props: SummaryProps) {
  return props.problems.length === 0 ? null : (
    <Suspense fallback={null}>
      <ErrorSummary {...props} />
    </Suspense>
  )
}

/** A problem with its field's name, unless the text already names it. */
export function withLabel(label: string, text: string): string {
  return text.includes(label) ? text : `${label}: ${text}`
}
