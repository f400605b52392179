import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { pageText } from '../../client/i18n.ts'
import { listDeskText } from '../list-desk-text.ts'
import { notify } from '../../client/live/notices.ts'
import { queryClient } from '../../client/query-client.ts'
import { staleAfterAction } from '../../client/query-keys.ts'
import { assessRows, targetOf, type Assessment, type BulkAction } from './bulk.ts'
import { totalText } from '../../client/paging.ts'
import type { SelectionState } from '../selection.ts'

interface BulkBarProps<T> {
  readonly name: string
  readonly actions: readonly BulkAction<T>[]
  readonly selection: SelectionState<T>
  readonly rows: { readonly total: number | null; readonly isCapped: boolean }
}

/** Actions on the selected rows: how many are selected, for how many an action is possible, and why not for the others. */
export function BulkBar<T>({ name, actions, selection, rows: { total, isCapped } }: BulkBarProps<T>) {
  const { chosen } = selection
  const count = chosen.kind === 'all' ? total : chosen.rows.size
  const hasMore = chosen.kind === 'rows' && selection.hasPage && total !== null && total > chosen.rows.size
  const mayAll = actions.some((action) => action.assessAll)
  return (
    <>
      {count === 0 ? null : (
        <span className="bulk-count" role="status">
          {chosen.kind === 'all'
            ? pageText('list.allChosen', { total: totalText(total, isCapped) })
            : pageText('list.chosen', { count: count ?? 0 })}
          {hasMore && mayAll ? (
            <button type="button" className="link-button" onClick={selection.chooseAll}>
              {pageText('list.chooseAll', { total: totalText(total, isCapped) })}
            </button>
          ) : null}
          <button type="button" className="link-button" onClick={selection.clear}>
            {pageText('list.clearChoice')}
          </button>
        </span>
      )}
      {actions
        .filter((action) => count !== 0 || action.isDelete)
        .map((action) => (
          <BulkButton key={action.key} name={name} action={action} selection={selection} />
        ))}
    </>
  )
}

interface BulkButtonProps<T> {
  readonly name: string
  readonly action: BulkAction<T>
  readonly selection: SelectionState<T>
}

function BulkButton<T>({ name, action, selection }: BulkButtonProps<T>) {
  const [isAsking, setAsking] = useState(false)
  const [isPart, setPart] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const { chosen } = selection
  const assessment = useAssessment(name, action, selection)
  const tooMany = action.most && (assessment?.eligible ?? 0) > action.most.rows ? action.most.text : null
  const onlyRows = chosen.kind === 'all' && !action.assessAll ? listDeskText('rowsOnly') : null
  const why = onlyRows ?? tooMany ?? (assessment ? reasonsText(assessment) : '')
  const isNothing = chosen.kind === 'rows' && chosen.rows.size === 0
  const act = async (): Promise<void> => {
    const answer = action.act(targetOf(action, chosen))
    if (!answer) return
    setRunning(true)
    try {
      const { done, failed } = await answer
      const [first] = failed
      if (first)
        notify(
          'error',
          listDeskText('bulkFailed', { done, failed: failed.length, no: first.no, reason: first.msg ?? '' }),
        )
      else notify('success', pageText('list.success'))
      selection.clear()
      void queryClient.invalidateQueries({ predicate: (query) => staleAfterAction([name])(query.queryKey) })
    } catch {
      // The call has shown the error; the selection stays.
    } finally {
      setRunning(false)
    }
  }
  return (
    <span className="bulk-action" data-action={action.key}>
      <Button
        danger={action.isDelete === true}
        loading={isRunning}
        disabled={isNothing || onlyRows !== null || tooMany !== null || !assessment || assessment.eligible === 0}
        onClick={() => {
          const leavesOut = assessment !== null && assessment.eligible < assessment.chosen
          if (action.isDelete) setAsking(true)
          else if (leavesOut && !action.hasDialog) setPart(true)
          else void act()
        }}
      >
        {action.label}
        {assessment && !isNothing ? (
          <span className="bulk-share">
            {listDeskText('eligible', { eligible: assessment.eligible, chosen: assessment.chosen })}
          </span>
        ) : null}
      </Button>
      {why && !isNothing ? (
        <span className="bulk-why" title={why}>
          {why}
        </span>
      ) : null}
      {isPart && assessment ? (
        <PartDialog
          label={action.label}
          assessment={assessment}
          onCancel={() => setPart(false)}
          onGoOn={() => {
            setPart(false)
            void act()
          }}
        />
      ) : null}
      {isAsking && assessment ? (
        <DeleteDialog
          assessment={assessment}
          onCancel={() => {
            setAsking(false)
            notify('info', pageText('list.cancelled'))
          }}
          onDelete={() => {
            setAsking(false)
            void act()
          }}
        />
      ) : null}
    </span>
  )
}

/** For selected rows it is computed here; for everything that matches the server answers. */
function useAssessment<T>(name: string, action: BulkAction<T>, { chosen }: SelectionState<T>): Assessment | null {
  const ask = action.assessAll
  const filters = chosen.kind === 'all' ? chosen.filters : null
  const { data } = useQuery({
    queryKey: ['list', name, 'eligible', action.key, filters],
    queryFn: ({ signal }) => (ask && filters ? ask(filters, signal) : null),
    enabled: filters !== null && ask !== undefined,
    staleTime: 0,
  })
  return chosen.kind === 'rows' ? assessRows(action, [...chosen.rows.values()]) : (data ?? null)
}

function reasonsText({ reasons }: Assessment): string {
  return reasons.map(({ text, count }) => listDeskText('leftOut', { reason: text, count })).join(' · ')
}

interface PartDialogProps {
  readonly label: string
  readonly assessment: Assessment
  readonly onCancel: () => void
  readonly onGoOn: () => void
}

/** Some of the chosen rows would be left out: which part goes on, and why not the others. */
function PartDialog({ label, assessment, onCancel, onGoOn }: PartDialogProps) {
  const { eligible, chosen, reasons } = assessment
  return (
    <Dialog
      title={label}
      closeLabel={pageText('common.close')}
      width={480}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{pageText('common.cancel')}</Button>
          <Button type="primary" autoFocus onClick={onGoOn}>
            {listDeskText('goOnWith', { eligible, chosen })}
          </Button>
        </>
      }
    >
      <p>{listDeskText('partAsk', { left: chosen - eligible, chosen })}</p>
      <ul>
        {reasons.map(({ text, count }) => (
          <li key={text}>{listDeskText('leftOut', { reason: text, count })}</li>
        ))}
      </ul>
    </Dialog>
  )
}

interface DeleteDialogProps {
  readonly assessment: Assessment
  readonly onCancel: () => void
  readonly onDelete: () => void
}

/** The question of spec section 2, with the number of rows. */
export function DeleteDialog({ assessment, onCancel, onDelete }: DeleteDialogProps) {
  return (
    <Dialog
      title={pageText('list.deleteTitle')}
      closeLabel={pageText('common.close')}
      width={420}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{pageText('common.cancel')}</Button>
          <Button type="primary" danger autoFocus onClick={onDelete}>
            {pageText('list.delete', { count: assessment.eligible })}
          </Button>
        </>
      }
    >
      <p>{pageText('list.deleteAsk')}</p>
      {assessment.reasons.length > 0 ? <p className="quiet">{reasonsText(assessment)}</p> : null}
    </Dialog>
  )
}
