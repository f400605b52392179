import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Icon } from '#kernel/web/ui/Icon.tsx'
import { clockText } from '#kernel/web/ui/time.ts'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import { documentTexts } from '../client/document-texts.ts'
import { pageText } from '../client/i18n.ts'
import { usePageButtons } from '../document/page-buttons.ts'
import { isStorable, totalOf } from './draft/draft.ts'
import type { FormSpec, Limit } from './form-spec.ts'
import { type DocumentDraft, saveText } from './draft/use-document-draft.ts'
import { notify } from '../client/live/notices.ts'
import { useTab } from '../shell/tabs/tab-context.ts'
import '../document/action-bar.css'

interface FormBarProps {
  readonly spec: FormSpec
  readonly held: DocumentDraft
  readonly limits: readonly Limit[]
  /** The total by the server's last answer, where only the server computes it. */
  readonly known: string | null
  readonly onSubmit: () => void
}

/** The bar at the bottom: amount asked for, remaining funds; save and submit. */
export function FormBar({ spec, held, limits, known, onSubmit }: FormBarProps) {
  const { definition } = spec
  const { draft, saveState, isSubmitting } = held
  const holds = usePageButtons()
  const total = useMemo(() => totalOf(definition, draft), [definition, draft])
  const view = viewOf(definition)
  const currency = view.currency === null ? '' : (draft.header[view.currency] ?? '')
  const limit = limits.find((each) => each.isTakenFrom)
  const left = limit ? amount(limit.available).minus(total) : null
  return (
    <div className="action-bar" role="region" aria-label={pageText('form.submit')}>
      <div className="action-bar-facts">
        {view.amount === null ? null : (
          <dl>
            <dt>{documentTexts(definition).field(view.amount)}</dt>
            <dd>
              <Amount value={known ?? amountText(total)} currency={currency} />
            </dd>
          </dl>
        )}
        {left ? (
          <dl className={left.lt(0) ? 'over' : ''}>
            <dt>{pageText('form.leftAfter')}</dt>
            <dd>
              <Amount value={amountText(left)} currency={currency} />
            </dd>
          </dl>
        ) : null}
      </div>
      <div className="action-bar-end">
        {saveState.kind === 'failed' ? (
          <span className="action-bar-failed" role="alert">
            <Icon name="alert" size={16} />
            {saveText(saveState, clockText)}
          </span>
        ) : (
          <span className="quiet" role="status">
            {saveText(saveState, clockText)}
          </span>
        )}
        {holds?.(definition.actions['submit']?.right ?? '') ? (
          <>
            {held.remove ? (
              <DeleteDraft disabled={isSubmitting || saveState.kind === 'saving'} remove={held.remove} />
            ) : null}
            <Button
              disabled={isSubmitting || saveState.kind === 'saving' || !isStorable(definition, draft)}
              onClick={() => void held.keep()}
            >
              {pageText('form.saveDraft')}
            </Button>
            <Button type="primary" loading={isSubmitting} onClick={onSubmit}>
              {pageText('form.submit')}
            </Button>
          </>
        ) : null}
      </div>
    </div>
  )
}

interface DeleteDraftProps {
  readonly disabled: boolean
  readonly remove: () => Promise<boolean>
}

/** Deletes the open draft, after the question of spec section 2, and closes its tab. */
function DeleteDraft({ disabled, remove }: DeleteDraftProps) {
  const { close, setUnsaved } = useTab()
  const [isAsking, setAsking] = useState(false)
  const cancel = (): void => {
    setAsking(false)
    notify('info', pageText('list.cancelled'))
  }
  const confirm = async (): Promise<void> => {
    setAsking(false)
    if (!(await remove())) return
    notify('success', pageText('list.success'))
    // Unsaved input is discarded without a question.
    setUnsaved(null)
    close()
  }
  return (
    <>
      <Button type="text" danger disabled={disabled} onClick={() => setAsking(true)}>
        {pageText('list.deleteTitle')}
      </Button>
      {isAsking ? (
        <Dialog
          title={pageText('list.deleteTitle')}
          closeLabel={pageText('common.close')}
          width={420}
          onClose={cancel}
          footer={
            <>
              <Button onClick={cancel}>{pageText('common.cancel')}</Button>
              <Button type="primary" danger autoFocus onClick={() => void confirm()}>
                {pageText('list.deleteTitle')}
              </Button>
            </>
          }
        >
          <p>{pageText('list.deleteAsk')}</p>
        </Dialog>
      ) : null}
    </>
  )
}
