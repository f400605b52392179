import { Button, Input } from 'antd'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { Choices } from '#kernel/web/ui/choices/Choices.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { formAddress, pageAddress } from '#kernel/web/console/client/document-api.ts'
import { createIntent } from '#kernel/web/console/client/intent.ts'
import { ErrorBanner } from '#kernel/web/console/Banner.tsx'
import { budgetYearEnd } from '../year-end/budget-year-end.doc.ts'
import { type PoolLeft, type YearEndProposal, type Proposed, yearEndApi } from './year-end-api.web.ts'
import { yearEndText } from './year-end-texts.web.ts'

interface ProposeDialogProps {
  readonly idc: string
  readonly year: number
  readonly pools: readonly PoolLeft[]
  readonly onMade: () => void
  readonly onClose: () => void
}

const OPTIONS = ['carry', 'lapse'] as const

/** Creates one document per pool for all of its balances. */
export function ProposeDialog({ idc, year, pools, onMade, onClose }: ProposeDialogProps) {
  const [option, setOption] = useState<(typeof OPTIONS)[number]>('carry')
  const [reason, setReason] = useState('')
  const [intent] = useState(createIntent)
  const reasonId = useId()
  const made = useMutation({
    mutationFn: (isSubmitted: boolean) => {
      const codes = pools.map(({ projectPoolCode }) => projectPoolCode)
      const proposal: YearEndProposal = { year, pools: codes, option, isSubmitted, reason: reason.trim() }
      return yearEndApi.propose(idc, proposal, { handles: true, idempotencyKey: intent.keyFor(proposal) })
    },
    onSuccess: () => {
      intent.answered()
      onMade()
    },
  })
  const isReady = reason.trim() !== ''
  return (
    <Dialog
      title={made.data ? yearEndText('made') : yearEndText('proposeFor', { count: pools.length })}
      closeLabel={yearEndText('close')}
      onClose={onClose}
      width={560}
      footer={
        made.data ? (
          <Button type="primary" onClick={onClose}>
            {yearEndText('close')}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{yearEndText('cancel')}</Button>
            <Button disabled={!isReady} loading={made.isPending} onClick={() => made.mutate(true)}>
              {yearEndText('submitted')}
            </Button>
            <Button
              type="primary"
              disabled={!isReady}
              loading={made.isPending}
              title={yearEndText('asDraftsHint')}
              onClick={() => made.mutate(false)}
            >
              {yearEndText('asDrafts')}
            </Button>
          </>
        )
      }
    >
      {made.isError ? (
        <ErrorBanner error={made.error} text={(text) => text} onRetry={() => made.mutate(made.variables)} />
      ) : null}
      {made.data ? (
        <Answers made={made.data} />
      ) : (
        <div className="year-end-propose">
          <Choices
            legend={yearEndText('option')}
            options={OPTIONS.map((each) => ({ value: each, label: yearEndText(each, { year: year + 1 }) }))}
            value={option}
            onChange={setOption}
          />
          <label htmlFor={reasonId}>
            {yearEndText('reason')}
            <span className="field-star" aria-hidden="true">
              *
            </span>
          </label>
          <Input.TextArea
            id={reasonId}
            aria-required
            rows={3}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <p className="quiet">{yearEndText('asDraftsHint')}</p>
        </div>
      )}
    </Dialog>
  )
}

function Answers({ made }: { readonly made: readonly Proposed[] }) {
  if (made.length === 0) return <p>{yearEndText('nothingMade')}</p>
  return (
    <ul className="year-end-made">
      {made.map((one) => (
        <li key={one.projectPoolCode}>
          <span className="code">{one.projectPoolCode}</span>
          <span>
            <Made one={one} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function Made({ one }: { readonly one: Proposed }) {
  const { no, existing, formInstanceId, lineCount: count, refusals } = one
  const draft = existing ?? no
  if (refusals.length > 0) return <span className="year-end-refused">{refusals.join(' ')}</span>
  if (draft === null) return null
  const address = formInstanceId
    ? pageAddress(budgetYearEnd, 'pc', formInstanceId)
    : (formAddress(budgetYearEnd, 'pc', draft) ?? budgetYearEnd.pages.list)
  return (
    <>
      <Link className="code" to={address}>
        {draft}
      </Link>{' '}
      <span className="quiet">
        {existing ? yearEndText('wasThere') : yearEndText(formInstanceId ? 'madeSubmitted' : 'madeDraft', { count })}
      </span>
    </>
  )
}
