import { Button } from 'antd'
import { useMemo } from 'react'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { clockText } from '#kernel/web/ui/time.ts'
import { documentTexts } from '../client/document-texts.ts'
import { pageText } from '../client/i18n.ts'
import { usePageButtons } from '../document/page-buttons.ts'
import { DeleteDraft } from './draft/DeleteDraft.tsx'
import { isStorable, totalOf } from './draft/draft.ts'
import type { FormSpec, Limit } from './form-spec.ts'
import { type DocumentDraft, saveText } from './draft/use-document-draft.ts'
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
        <span className="quiet" role="status">
          {saveText(saveState, clockText)}
        </span>
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
