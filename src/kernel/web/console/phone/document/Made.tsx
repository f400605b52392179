import type { ResultLink } from '../../document/page-spec.ts'

interface MadeProps {
  readonly made: readonly ResultLink[]
}

/** The way to what an approved document made. */
export function Made({ made }: MadeProps) {
  return (
    <p className="card">
      {made.map(({ label, to }) =>
        to === null ? (
          <span key={label}>{label}</span>
        ) : (
          <a key={label} href={to}>
            {label}
          </a>
        ),
      )}
    </p>
  )
}
