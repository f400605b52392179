import { Link } from 'react-router'
import { importAddress } from '../imports/import-api.ts'
import type { DownloadTask } from './downloads-api.ts'

/** An import has a page of its own, where one mends, runs and takes back; its name leads there. */
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
