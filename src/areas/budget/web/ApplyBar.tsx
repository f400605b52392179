import { Button } from 'antd'
import { useMemo } from 'react'
import { amount, amountText, readAmount, sumAmounts } from '#kernel/money/money.ts'
import { Amount } from '#kernel/ui/Amount.tsx'
import { clockText } from '#kernel/ui/time.ts'
import { pageText } from '#kernel/console/client/i18n.ts'
import { useButtons } from '#kernel/console/shell/session-context.ts'
import type { Checked } from './budget-api.ts'
import { pageLabel } from './budget-texts.ts'
import type { Application, SaveState } from './use-application.ts'
import '#kernel/console/document/action-bar.css'

interface ApplyBarProps {
  readonly application: Application
  readonly poolAvailable: Checked['poolAvailable']
  readonly onSubmit: () => void
}

/** The bar at the bottom: what is asked for, what there is, what would be left; save and submit. */
export function ApplyBar({ application, poolAvailable, onSubmit }: ApplyBarProps) {
  const { draft, saveState, isSubmitting } = application
  const buttons = useButtons('budget_country_apply')
  const total = useMemo(
    () =>
      sumAmounts(
        draft.lines.flatMap((line) => {
          const value = readAmount(line['amount'] ?? '')
          return typeof value === 'string' ? [] : [value]
        }),
      ),
    [draft.lines],
  )
  const limit =
    draft.header.applyType === 'grant' && poolAvailable && draft.header.projectPoolCode
      ? amount(poolAvailable.amount)
      : null
  return (
    <div className="action-bar" role="region" aria-label={pageLabel('submit')}>
      <div className="action-bar-facts">
        <dl>
          <dt>{pageLabel('total')}</dt>
          <dd>
            <Amount value={amountText(total)} currency={draft.header.currency} />
          </dd>
        </dl>
        {limit ? (
          <dl className={total.gt(limit) ? 'over' : ''}>
            <dt>{pageLabel('afterwards')}</dt>
            <dd>
              <Amount value={amountText(limit.minus(total))} currency={draft.header.currency} />
            </dd>
          </dl>
        ) : null}
      </div>
      <div className="action-bar-end">
        <span className="quiet" role="status">
          {saveText(saveState)}
        </span>
        {buttons?.('budget.country.submit') ? (
          <>
            <Button
              disabled={isSubmitting || saveState.kind === 'saving' || !draft.header.areaId}
              onClick={() => void application.save()}
            >
              {pageLabel('save')}
            </Button>
            <Button type="primary" loading={isSubmitting} onClick={onSubmit}>
              {pageLabel('submit')}
            </Button>
          </>
        ) : null}
      </div>
    </div>
  )
}

function saveText(state: SaveState): string {
  switch (state.kind) {
    case 'clean':
      return ''
    case 'dirty':
      return pageText('form.unsaved')
    case 'saving':
      return pageText('form.saving')
    case 'saved':
      return pageText('form.saved', { time: clockText(new Date(state.at)) })
    case 'failed':
      return pageText('form.saveFailed', { reason: state.reason })
  }
}
