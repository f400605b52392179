import { useId } from 'react'
import type { InboxRow } from '#kernel/services/tasks/inbox-schemas.ts'
import { Checkbox } from '#kernel/web/ui/choices/Checkbox.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { taskText } from './task-texts.ts'
import type { Batch, ItemState } from './use-batch.ts'

interface BatchItemsProps {
  readonly batch: Batch
  readonly addressOf: (row: InboxRow) => string
}

/** The documents of a batch: included or not, with opinions of their own, and afterwards the results. */
export function BatchItems({ batch, addressOf }: BatchItemsProps) {
  const id = useId()
  const { rows, dryRun, phase, included } = batch
  const possible = rows.filter(({ taskId }) => dryRun.byTask.get(taskId)?.problem === null)
  // A single document is listed only with a message.
  if (possible.length === 0 || (rows.length === 1 && phase === 'ready')) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{taskText('batch.items')}</h3>
      {phase === 'ready' ? null : (
        <p role="status">{taskText('batch.progress', { done: batch.doneCount, all: included.length })}</p>
      )}
      <ol className="batch-items">
        {possible.map((row) => (
          <Item key={row.taskId} row={row} batch={batch} address={addressOf(row)} />
        ))}
      </ol>
    </section>
  )
}

function Item({ row, batch, address }: { readonly row: InboxRow; readonly batch: Batch; readonly address: string }) {
  const { taskId, documentNo } = row
  const { phase } = batch
  const isIncluded = batch.isIncluded(taskId)
  const own = batch.own.get(taskId)
  const state = batch.stateOf(taskId)
  const mayWrite = phase !== 'running' && isIncluded && state.kind !== 'done'
  return (
    <li className={`batch-item batch-${isIncluded ? state.kind : 'out'}`}>
      <div className="batch-item-row">
        {phase === 'ready' ? (
          <label className="batch-tick">
            <Checkbox
              checked={isIncluded}
              aria-label={taskText('batch.include', { no: documentNo })}
              onChange={() => batch.toggle(taskId)}
            />
          </label>
        ) : null}
        <span className="batch-item-main">
          <a className="code" href={address} target="_blank" rel="noopener">
            {documentNo}
          </a>{' '}
          {row.title}
          {batch.decision === 'approve' && batch.dryRun.byTask.get(taskId)?.isFinal ? (
            <span className="batch-touched">{taskText('batch.finalOne')}</span>
          ) : null}
        </span>
        <Amount value={row.amount} currency={row.currency} />
        {mayWrite ? (
          <button
            type="button"
            className="batch-link"
            aria-expanded={own !== undefined}
            onClick={() => batch.setOwn(taskId, own === undefined ? batch.opinion : null)}
          >
            {taskText('batch.own')}
          </button>
        ) : null}
        {phase === 'ready' || !isIncluded ? null : <State state={state} />}
      </div>
      {own !== undefined && mayWrite ? (
        <textarea
          rows={2}
          maxLength={1000}
          aria-label={taskText('batch.ownFor', { no: documentNo })}
          value={own}
          onChange={(event) => batch.setOwn(taskId, event.target.value)}
        />
      ) : null}
      {state.kind === 'refused' ? (
        <p className="batch-problem">{taskText('batch.refused', { reason: state.msg })}</p>
      ) : null}
      {state.kind === 'unanswered' ? <p className="batch-problem">{taskText('batch.unanswered')}</p> : null}
    </li>
  )
}

function State({ state }: { readonly state: ItemState }) {
  if (state.kind === 'refused' || state.kind === 'unanswered') return <Icon name="alert" />
  return (
    <span className="batch-state">
      {state.kind === 'done' ? <Icon name="check" /> : null}
      {taskText(`batch.${state.kind}`)}
    </span>
  )
}
