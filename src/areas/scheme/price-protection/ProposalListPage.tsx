import { lazy, Suspense, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ListCells } from '#kernel/web/console/list/read-list/list-columns.tsx'
import { ReadListPage } from '#kernel/web/console/list/read-list/ReadListPage.tsx'
import '../application/application-texts.web.ts'
import { proposalText } from './proposal-api.web.ts'
import { proposals } from './proposal.list.ts'
import { type Proposal, PROPOSAL_LIST } from './proposal-wire.ts'

const ProposalDrawer = lazy(() => import('./ProposalDrawer.tsx').then((module) => ({ default: module.ProposalDrawer })))

/** Address parameter of the proposal that is open beside the list. */
const OPEN = 'proposal'

/** What price cuts propose to pay, each with its units and what may become of it. */
export default function ProposalListPage() {
  const [query, setQuery] = useSearchParams()
  const place = new URLSearchParams([...query].filter(([name]) => name !== OPEN)).toString()
  const addressOf = useMemo(
    () => (row: Proposal) => `${PROPOSAL_LIST}?${new URLSearchParams([...new URLSearchParams(place), [OPEN, row.id]])}`,
    [place],
  )
  const cells = useMemo(
    (): ListCells<Proposal> => ({
      sourceNo: (row) => (
        <Link className="code" to={addressOf(row)} aria-label={proposalText('open', { no: row.sourceNo })}>
          {row.sourceNo}
        </Link>
      ),
      countedAt: (row, drawn) =>
        row.countedAt === null && row.state !== 'takenBack'
          ? proposalText('notCounted', { day: row.referenceDay })
          : drawn,
    }),
    [addressOf],
  )
  const opened = query.get(OPEN)
  const close = (): void =>
    setQuery((old) => {
      const next = new URLSearchParams(old)
      next.delete(OPEN)
      return next
    })
  return (
    <ReadListPage list={proposals} cells={cells} addressOf={addressOf} rowLabel={({ sourceNo }) => sourceNo}>
      {opened === null ? null : (
        <Suspense fallback={null}>
          <ProposalDrawer key={opened} id={opened} onClose={close} />
        </Suspense>
      )}
    </ReadListPage>
  )
}
