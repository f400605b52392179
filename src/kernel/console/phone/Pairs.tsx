import type { ReactNode } from 'react'
import './pairs.css'

/** Label and value. An entry whose value is null is left out; `false` keeps a place in code only. */
export type Pair = readonly [label: string, value: ReactNode]

export function Pairs({ pairs }: { readonly pairs: readonly (Pair | null | false)[] }) {
  return (
    <dl className="pairs">
      {pairs
        .filter((pair): pair is Pair => Boolean(pair))
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value === null || value === undefined || value === '' ? '/' : value}</dd>
          </div>
        ))}
    </dl>
  )
}
