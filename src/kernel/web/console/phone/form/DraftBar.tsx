import Button from 'antd-mobile/es/components/button'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { clockText } from '#kernel/web/ui/time.ts'
import { documentTexts } from '../../client/document-texts.ts'
import { pageText } from '../../client/i18n.ts'
import { totalOf } from '../../form/draft/draft.ts'
import { type DocumentDraft, saveText } from '../../form/draft/use-document-draft.ts'
import type { FormSpec } from '../../form/form-spec.ts'
import '../action-bar.css'

export const savedText = ({ saveState }: DocumentDraft): string => saveText(saveState, clockText)

/** Why the last save failed, the total and the submit, above the safe area; disabled while a request runs, and during a conflict. */
export function DraftBar({
  spec: { definition },
  held,
  known,
  onSubmit,
}: {
  readonly spec: FormSpec
  readonly held: DocumentDraft
  /** The total, where only the server computes it. */
  readonly known: string | null
  readonly onSubmit: () => void
}) {
  const { amount, currency } = viewOf(definition)
  const { draft, saveState, isSubmitting, conflict } = held
  return (
    <footer className="action-bar">
      {saveState.kind === 'failed' ? (
        <div className="banner banner-error" role="alert">
          <p>{savedText(held)}</p>
          {conflict ? null : (
            <button type="button" onClick={() => void held.save()}>
              {pageText('common.retry')}
            </button>
          )}
        </div>
      ) : null}
      {amount === null ? null : (
        <p className="action-bar-total">
          <small>{documentTexts(definition).field(amount)}</small>
          <Amount
            value={known ?? amountText(totalOf(definition, draft))}
            currency={currency === null ? '' : (draft.header[currency] ?? '')}
          />
        </p>
      )}
      <Button
        block
        color="primary"
        loading={isSubmitting}
        loadingText={pageText('form.submit')}
        disabled={isSubmitting || conflict !== null}
        onClick={onSubmit}
      >
        {pageText('form.submit')}
      </Button>
    </footer>
  )
}
