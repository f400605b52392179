import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { withQuery } from '#kernel/engine/definition/page-address.ts'
import { post } from '#kernel/web/console/client/api.ts'
import type { Page } from '#kernel/web/console/client/paging.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { documentColumns, type DocumentRow } from '#kernel/web/console/list/document/document-list.ts'
import { useSession } from '#kernel/web/console/shell/session-context.ts'
import { PlainTable } from '#kernel/web/console/list/PlainTable.tsx'
import { schemeWithhold } from '../withhold/scheme-withhold.doc.ts'
import type { RunMonth } from './withhold-run.ts'
import '../withhold/withhold-texts.web.ts'
import { runText } from './withhold-run-api.web.ts'

const MOST = 20
const SHOWN = { columns: ['no', 'schemeNo', 'state', 'kind', 'totalAmount', 'currentHolder', 'drafter', 'createdAt'] }

/** The month's withholds, so that it is not empty once nothing is proposed any more. */
export function WithholdRunMade({ idcCode, year, month }: RunMonth & { readonly idcCode: string }) {
  const { userAccount } = useSession().user
  const filters = { idcCode, year, month }
  const { data } = useQuery({
    queryKey: queryKeys.list(schemeWithhold.name, ['ofMonth', filters]),
    queryFn: ({ signal }) =>
      post<Page<DocumentRow>>(
        `${schemeWithhold.api}/queryByPage`,
        { ...filters, page: 1, limit: MOST, sort: ['-createdAt'] },
        { signal, handles: true },
      ),
    refetchOnMount: 'always',
  })
  const columns = useMemo(() => documentColumns(schemeWithhold, userAccount, {}, SHOWN), [userAccount])
  if (!data || data.records.length === 0) return null
  const list = withQuery('/scheme/withhold/list', { idcCode, year: String(year), month: String(month) })
  return (
    <section className="withhold-run-made">
      <h2>{runText('made')}</h2>
      <PlainTable
        caption={runText('made')}
        columns={columns}
        rows={data.records}
        rowKey={({ id }) => id}
        maxHeight={320}
      />
      <p>
        <Link to={list}>{runText('madeAll')}</Link>
      </p>
    </section>
  )
}
