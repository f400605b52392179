import { Link } from 'react-router'
import type { DocumentDetail } from '../client/document-api.ts'
import type { DocumentPageSpec } from './page-spec.ts'

/** The way to what an approved document made. */
export function Made({ spec, detail }: { readonly spec: DocumentPageSpec; readonly detail: DocumentDetail }) {
  const made = detail.approval?.state === 'approved' ? (spec.made?.(detail, 'pc') ?? []) : []
  if (made.length === 0) return null
  return (
    <p className="form-section dots">
      {made.map(({ label, to }) =>
        to === null ? (
          <span key={label}>{label}</span>
        ) : (
          <Link key={label} to={to}>
            {label}
          </Link>
        ),
      )}
    </p>
  )
}
