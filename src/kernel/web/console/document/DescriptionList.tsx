import type { ReactNode } from 'react'

interface Shape {
  /** Where labels may be alike. */
  readonly key?: string
  /** It has a row of its own. */
  readonly isWide?: boolean
  /** Style of the value: `code`. */
  readonly className?: string | undefined
}

/** Label and value; a value that is missing is a slash. */
export type Description = readonly [label: string, value: ReactNode, shape?: Shape]

interface DescriptionListProps {
  readonly pairs: readonly Description[]
  /** Style of the list: by default facts in columns. Null where the page around it styles it. */
  readonly className?: string | null
}

/** Facts of something, each with its label, on the desktop and where both widths show the same. Pages of the phone have a list of their own. */
export function DescriptionList({ pairs, className = 'facts' }: DescriptionListProps) {
  return (
    <dl className={className ?? undefined}>
      {pairs.map(([label, value, { key = label, isWide = false, className: of } = {}]) => (
        <div key={key} className={isWide ? 'facts-wide' : undefined}>
          <dt>{label}</dt>
          <dd className={of}>{value === null || value === undefined || value === '' ? '/' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
