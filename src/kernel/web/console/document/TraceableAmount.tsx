import type { ReactNode } from 'react'
import type { SourceComponent } from './page-spec.ts'

interface TraceableAmountProps {
  readonly Source: SourceComponent | undefined
  readonly source: unknown
  readonly value: string | null
  readonly children: ReactNode
}

/** A number that can be asked where it comes from, if the page has a way to tell. */
export function TraceableAmount({ Source, source, value, children }: TraceableAmountProps) {
  if (!Source || source === undefined || source === null || value === null) return children
  return (
    <Source source={source} value={value}>
      {children}
    </Source>
  )
}
