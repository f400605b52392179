import type { ReactNode } from 'react'
import './description-list.css'

/** Label and value. An entry with the value null or `false` is omitted. */
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
