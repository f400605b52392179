import type { ReactNode } from 'react'
import './description-list.css'

/** Label and value. An entry whose value is null is left out; `false` keeps a place in code only. */
export type DescriptionEntry = readonly [label: string, value: ReactNode]

export function DescriptionList({ pairs }: { readonly pairs: readonly (DescriptionEntry | null | false)[] }) {
  return (
    <dl className="pairs">
      {pairs
        .filter((pair): pair is DescriptionEntry => Boolean(pair))
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value === null || value === undefined || value === '' ? '/' : value}</dd>
          </div>
        ))}
    </dl>
  )
}
