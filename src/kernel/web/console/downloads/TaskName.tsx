import { Link } from 'react-router'
import { importAddress } from '../imports/import-api.ts'
import type { DownloadTask } from './downloads-api.ts'

/** The name of an import links to its page, where its rows are corrected, run and undone. */
export function TaskName({ task: { importId, name } }: { readonly task: DownloadTask }) {
  if (!importId)
    return (
      <span className="download-name" title={name}>
        {name}
      </span>
    )
  return (
    <Link className="download-name" title={name} to={importAddress(importId)}>
      {name}
    </Link>
  )
}
