import { Fragment, type ReactNode } from 'react'
import type { RecordDetailWire } from './record-api.ts'
import { kitText } from './record-texts.ts'
import './record.css'

interface RecordPathProps {
  readonly path: RecordDetailWire['path']
  readonly link: (id: string, text: string) => ReactNode
}

/** The ancestors of a record in its tree, from the top. */
export function RecordPath({ path, link }: RecordPathProps) {
  if (path.length === 0) return null
  return (
    <nav className="record-path" aria-label={kitText('path')}>
      {path.map(({ id, name }, at) => (
        <Fragment key={id}>
          {at > 0 ? <span aria-hidden="true">›</span> : null}
          {link(id, name)}
        </Fragment>
      ))}
    </nav>
  )
}
