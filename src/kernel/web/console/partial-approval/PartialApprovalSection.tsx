import { useId, useState } from 'react'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { amountText } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import type { DocumentDetail, LineWire } from '../client/document-api.ts'
import { documentTexts } from '../client/document-texts.ts'
import { currencyOf } from '../document/reading.ts'
import {
  type PartialApprovalDraft,
  type LessGap,
  type ReducibleLine,
  lessLines,
  outcomeOf,
  readLine,
} from './partial-approval-model.ts'
import { partialApprovalText } from './partial-approval-text.ts'
import './partial-approval.css'

/** Lines shown at first; the rest on request. */
const FIRST = 50

export interface PartialApprovalSectionProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
  readonly draft: PartialApprovalDraft
  readonly onDraft: (draft: PartialApprovalDraft) => void
  readonly gap: LessGap | null
}

/** The approved amount of each line, with the total; a reason is required once it is less. */
export function PartialApprovalSection({ definition, detail, draft, onDraft, gap }: PartialApprovalSectionProps) {
  const { document } = detail
  const { partialApproval } = definition
  const [word, setWord] = useState('')
  const [shown, setShown] = useState(FIRST)
  const id = useId()
  if (!partialApproval) return null
  const lines = lessLines(partialApproval, document.lines)
  const outcome = outcomeOf(lines, draft)
  const named = lines.map((line, index) => ({ ...line, name: nameOf(definition, detail, document.lines[index]!) }))
  const found = named.filter(({ name, line }) => `${line} ${name}`.toLowerCase().includes(word.trim().toLowerCase()))
  const currency = currencyOf(definition, document)
  const isReduced = outcome.changed.length > 0
  return (
    <section className="reduce" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{partialApprovalText('title')}</h3>
      <p className="quiet">{partialApprovalText('hint')}</p>
      {lines.length > FIRST ? (
        <input
          className="flow-input"
          type="search"
          aria-label={partialApprovalText('find')}
          placeholder={partialApprovalText('find')}
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
      ) : null}
      <ul className="reduce-lines">
        {found.slice(0, shown).map((line) => (
          <Line key={line.line} line={line} draft={draft} onDraft={onDraft} />
        ))}
      </ul>
      {found.length > shown ? (
        <button type="button" className="flow-button" onClick={() => setShown(shown + FIRST)}>
          {partialApprovalText('more', { count: Math.min(FIRST, found.length - shown) })}
        </button>
      ) : null}
      <dl className="reduce-total" aria-live="polite">
        <Figure label={partialApprovalText('asked')} value={amountText(outcome.asked)} currency={currency} />
        {outcome.stands.eq(outcome.asked) ? null : (
          <Figure label={partialApprovalText('stands')} value={amountText(outcome.stands)} currency={currency} />
        )}
        <Figure label={partialApprovalText('approved')} value={amountText(outcome.after)} currency={currency} />
        <Figure
          label={partialApprovalText('off')}
          value={amountText(outcome.asked.minus(outcome.after))}
          currency={currency}
        />
      </dl>
      {isReduced ? (
        <div className="verb-field">
          <label htmlFor={`${id}-reason`}>
            {partialApprovalText('reason')}
            <span className="field-star" aria-hidden="true">
              *
            </span>
          </label>
          <input
            id={`${id}-reason`}
            className="flow-input"
            maxLength={500}
            value={draft.reason}
            aria-required
            aria-invalid={gap === 'reason'}
            onChange={(event) => onDraft({ ...draft, reason: event.target.value })}
          />
        </div>
      ) : null}
      {gap ? (
        <p className="field-error" role="alert">
          {partialApprovalText(`gaps.${gap}`)}
        </p>
      ) : null}
    </section>
  )
}

/** Name of a line, as on its card. */
function nameOf(definition: AnyDefinition, { names }: DocumentDetail, line: LineWire): string {
  const texts = documentTexts(definition)
  return viewOf(definition)
    .lines.card.map((column) => texts.lineFact(column, line, names, 'name'))
    .filter(Boolean)
    .join(' · ')
}

interface LineProps {
  readonly line: ReducibleLine & { readonly name: string }
  readonly draft: PartialApprovalDraft
  readonly onDraft: (draft: PartialApprovalDraft) => void
}

function Line({ line, draft, onDraft }: LineProps) {
  const id = useId()
  const { value, problem } = readLine(line, draft)
  const off = line.asked.minus(value)
  return (
    <li>
      <span className="reduce-name">
        {line.line}. {line.name}
      </span>
      <span className="reduce-asked">
        <Amount value={amountText(line.asked)} />
      </span>
      <input
        className="flow-input reduce-amount"
        inputMode="decimal"
        autoComplete="off"
        aria-label={partialApprovalText('line', { line: line.line })}
        placeholder={amountText(line.stands)}
        value={draft.amounts[line.line] ?? ''}
        aria-invalid={problem !== null}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => onDraft({ ...draft, amounts: { ...draft.amounts, [line.line]: event.target.value } })}
      />
      <span className="reduce-off">{off.gt(0) ? <Amount value={amountText(off.times(-1))} /> : null}</span>
      {problem ? (
        <span className="field-error" id={`${id}-problem`} role="alert">
          {problem === 'tooMuch'
            ? partialApprovalText('tooMuch', { most: amountText(line.stands) })
            : partialApprovalText('notAmount')}
        </span>
      ) : null}
    </li>
  )
}

function Figure({
  label,
  value,
  currency,
}: {
  readonly label: string
  readonly value: string
  readonly currency: string
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Amount value={value} currency={currency} />
      </dd>
    </div>
  )
}
