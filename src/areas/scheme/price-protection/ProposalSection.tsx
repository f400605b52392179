import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { isPhone } from '#kernel/web/console/client/approval.ts'
import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { readText } from '#kernel/web/console/document/reading.ts'
import { listApi } from '#kernel/web/console/list/read-list/read-list-api.ts'
import { CutChanged } from './CutChanged.tsx'
import { proposalText } from './proposal-api.web.ts'
import { proposals } from './proposal.list.ts'
import { PROPOSAL_LIST, PROPOSALS } from './proposal-wire.ts'

/** For an application that was made from a proposal: the way back to it. */
export function ProposalSection({ detail: { document } }: { readonly detail: DocumentDetail }) {
  const applicationNo = readText(document['no'])
  const { data } = useQuery({
    queryKey: queryKeys.detail(PROPOSALS, ['of', applicationNo]),
    queryFn: async ({ signal }) =>
      (await listApi(proposals).page({ applicationNo, limit: 10 }, { signal, handles: true })).records[0] ?? null,
  })
  if (!data) return null
  const said = `${data.sourceNo} · ${data.referenceDay}`
  const address = `${PROPOSAL_LIST}?${new URLSearchParams({ applicationNo, proposal: data.id })}`
  return (
    <section className="form-section">
      <h2>{proposalText('madeFrom')}</h2>
      <CutChanged proposal={data} />
      <p>{isPhone() ? said : <Link to={address}>{said}</Link>}</p>
    </section>
  )
}
