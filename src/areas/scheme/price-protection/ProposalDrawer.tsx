import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { formAddress } from '#kernel/web/console/client/document-api.ts'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { notify } from '#kernel/web/console/client/live/notices.ts'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'
import { usePageButtons } from '#kernel/web/console/document/page-buttons.ts'
import { listApi } from '#kernel/web/console/list/read-list/read-list-api.ts'
import { PlainTable } from '#kernel/web/console/list/PlainTable.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { Field } from '#kernel/web/ui/Field.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { timeText } from '#kernel/web/ui/time.ts'
import { schemeApplication } from '../application/scheme-application.doc.ts'
import { rightsOf } from '../shared/scheme-document.ts'
import { CutChanged } from './CutChanged.tsx'
import { proposalApi, proposalsChanged, proposalText } from './proposal-api.web.ts'
import { proposals } from './proposal.list.ts'
import { type Proposal, type ProposalDetail, type ProposalLine, PROPOSAL_LIST, PROPOSALS } from './proposal-wire.ts'
import '#kernel/web/console/document/document.css'
import './proposal.css'

interface ProposalDrawerProps {
  readonly id: string
  readonly onClose: () => void
}

/** One proposal: its units by customer and product, and what may be done with it. */
export function ProposalDrawer({ id, onClose }: ProposalDrawerProps) {
  const read = useQuery({
    queryKey: queryKeys.detail(PROPOSALS, id),
    queryFn: async ({ signal }) => {
      const [page, detail] = await Promise.all([
        listApi(proposals).page({ id, limit: 10 }, { signal, handles: true }),
        proposalApi.detail(id, signal),
      ])
      return { proposal: page.records[0] ?? null, detail }
    },
  })
  const proposal = read.data?.proposal
  return (
    <Dialog
      shape="drawer"
      isAddressed
      width={960}
      title={proposal ? `${proposal.sourceNo} · ${proposal.areaName}` : proposalText('title')}
      closeLabel={pageText('common.close')}
      onClose={onClose}
    >
      {read.error ? (
        <ErrorBanner error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data && proposal ? (
        <>
          <CutChanged proposal={proposal} />
          <Facts proposal={proposal} />
          {proposal.state === 'open' ? <Decision proposal={proposal} onDone={onClose} /> : null}
          <Lines proposal={proposal} detail={read.data.detail} />
        </>
      ) : (
        <p className="quiet">{read.isPending ? pageText('common.loading') : proposalText('unknown')}</p>
      )}
    </Dialog>
  )
}

function Facts({ proposal }: { readonly proposal: Proposal }) {
  const { state, referenceDay, countedAt, cuts, applicationNo, decidedBy, decidedAt, reason } = proposal
  return (
    <section className="form-section">
      <DescriptionList
        pairs={[
          [proposalText('state'), proposalText(`states.${state as 'open'}`)],
          [proposalText('referenceDay'), referenceDay],
          ...(state === 'takenBack'
            ? []
            : [
                [
                  proposalText('countedAt'),
                  countedAt === null ? proposalText('notCounted', { day: referenceDay }) : timeText(countedAt),
                ] as const,
              ]),
          [proposalText('cuts'), cuts],
          ...(applicationNo === null ? [] : [[proposalText('applicationNo'), applicationNo] as const]),
          ...(decidedBy === null
            ? []
            : ([
                [proposalText('decidedBy'), decidedBy],
                [proposalText('decidedAt'), timeText(decidedAt)],
              ] as const)),
          ...(reason === null ? [] : [[proposalText('reason'), reason] as const]),
        ]}
      />
    </section>
  )
}

/** The two ends of a proposal: an application that pays it, or a reason why nobody is paid. */
function Decision({ proposal, onDone }: { readonly proposal: Proposal; readonly onDone: () => void }) {
  const holds = usePageButtons()
  const navigate = useNavigate()
  const fieldId = useId()
  const [isBusy, setBusy] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  if (!holds?.(rightsOf('application').submit)) return null
  const act = async (doing: () => Promise<void>): Promise<void> => {
    setBusy(true)
    // A call that fails has shown why.
    await doing().catch(() => undefined)
    proposalsChanged()
    setBusy(false)
  }
  const apply = () =>
    act(async () => {
      const { no } = await proposalApi.apply(proposal.id)
      notify('success', proposalText('made', { no }))
      await navigate(formAddress(schemeApplication, 'pc', no) ?? PROPOSAL_LIST)
    })
  const dismiss = () =>
    act(async () => {
      await proposalApi.dismiss(proposal.id, reason ?? '')
      notify('success', proposalText('dismissed'))
      onDone()
    })
  return (
    <section className="form-section">
      <p className="proposal-actions">
        <Button
          type="primary"
          loading={isBusy && reason === null}
          disabled={(proposal.units ?? 0) === 0}
          onClick={() => void apply()}
        >
          {proposalText('apply')}
        </Button>
        {reason === null ? <Button onClick={() => setReason('')}>{proposalText('dismiss')}</Button> : null}
      </p>
      {reason === null ? null : (
        <>
          <Field id={fieldId} label={proposalText('why')} isRequired wide>
            <textarea value={reason} maxLength={500} rows={2} onChange={(event) => setReason(event.target.value)} />
          </Field>
          <p className="proposal-actions">
            <Button loading={isBusy} disabled={reason.trim() === ''} onClick={() => void dismiss()}>
              {proposalText('dismiss')}
            </Button>
            <Button onClick={() => setReason(null)}>{pageText('common.cancel')}</Button>
          </p>
        </>
      )}
    </section>
  )
}

const COLUMNS: readonly Column<ProposalLine>[] = [
  {
    key: 'customer',
    title: proposalText('customerCode'),
    card: 'title',
    width: 300,
    render: ({ customerCode, customerName }) => `${customerName} ${customerCode}`,
  },
  {
    key: 'sku',
    title: proposalText('skuCode'),
    card: 'below',
    width: 260,
    render: ({ skuCode, skuName }) => `${skuName} ${skuCode}`,
  },
  {
    key: 'units',
    title: proposalText('units'),
    kind: 'number',
    align: 'right',
    render: ({ units, corrected }) =>
      corrected > 0 ? `${units} (${proposalText('corrected', { count: corrected })})` : units,
  },
  {
    key: 'drop',
    title: proposalText('drop'),
    kind: 'amount',
    align: 'right',
    render: ({ drop }) => <Amount value={drop} />,
  },
  {
    key: 'amount',
    title: proposalText('amount'),
    kind: 'amount',
    align: 'right',
    render: ({ amount }) => <Amount value={amount} />,
  },
]

function Lines({
  proposal,
  detail: { lines, lineTotal },
}: {
  readonly proposal: Proposal
  readonly detail: ProposalDetail
}) {
  if (proposal.countedAt === null) return null
  if (lines.length === 0) return <p className="quiet">{proposalText('nobody')}</p>
  return (
    <section className="form-section">
      <p>
        <strong>
          <Amount value={proposal.amount} currency={proposal.currency} />
        </strong>
      </p>
      {lineTotal > lines.length ? (
        <p className="quiet">{proposalText('some', { shown: lines.length, total: lineTotal })}</p>
      ) : null}
      <PlainTable
        caption={proposalText('units')}
        columns={COLUMNS}
        rows={lines}
        rowKey={({ customerCode, skuCode }) => `${customerCode} ${skuCode}`}
      />
    </section>
  )
}
