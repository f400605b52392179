import type { ReactNode } from 'react'
import type { SourceComponent } from './page-spec.ts'

interface TraceableAmountProps {
  readonly Source: SourceComponent | undefined
  readonly source: unknown
  readonly value: string | null
  readonly children: ReactNode
}

/** A number whose origin can be opened, if the page supports that. */
export function TraceableAmount({ Source, source, value, children }: TraceableAmountProps) {
  if (!Source || source === undefined || source === null || value === null) return children
  return (
    <Source source={source} value={value}>
      {children}
    </Source>
  )
}
