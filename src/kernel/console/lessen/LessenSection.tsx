import { useId, useState } from 'react'
import type { AnyDefinition } from '#kernel/definition/definition.ts'
import { viewOf } from '#kernel/definition/view.ts'
import { amountText } from '#kernel/money/money.ts'
import { Amount } from '#kernel/ui/Amount.tsx'
import type { DocumentDetail, LineWire } from '../client/document-api.ts'
import { documentTexts } from '../client/document-texts.ts'
import { currencyOf } from '../document/reading.ts'
import { type LessDraft, type LessGap, type LessLine, lessLines, outcomeOf, readLine } from './lessen-model.ts'
import { lessenText } from './lessen-text.ts'
import './lessen.css'

/** As many at first; the rest on request. */
const FIRST = 50

export interface LessenSectionProps {
  readonly definition: AnyDefinition
  readonly detail: DocumentDetail
  readonly draft: LessDraft
  readonly onDraft: (draft: LessDraft) => void
  readonly gap: LessGap | null
}

/** Line by line how much is agreed to, with what it comes to; a reason once it is less. */
export function LessenSection({ definition, detail, draft, onDraft, gap }: LessenSectionProps) {
  const { document } = detail
  const { lessens } = definition
  const [word, setWord] = useState('')
  const [shown, setShown] = useState(FIRST)
  const id = useId()
  if (!lessens) return null
  const lines = lessLines(lessens, document.lines)
  const outcome = outcomeOf(lines, draft)
  const named = lines.map((line, index) => ({ ...line, name: nameOf(definition, detail, document.lines[index]!) }))
  const found = named.filter(({ name, line }) => `${line} ${name}`.toLowerCase().includes(word.trim().toLowerCase()))
  const currency = currencyOf(definition, document)
  const isLess = outcome.changed.length > 0
  return (
    <section className="lessen" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{lessenText('title')}</h3>
      <p className="quiet">{lessenText('hint')}</p>
      {lines.length > FIRST ? (
        <input
          className="flow-input"
          type="search"
          aria-label={lessenText('find')}
          placeholder={lessenText('find')}
          value={word}
          onChange={(event) => setWord(event.target.value)}
        />
      ) : null}
      <ul className="lessen-lines">
        {found.slice(0, shown).map((line) => (
          <Line key={line.line} line={line} draft={draft} onDraft={onDraft} />
        ))}
      </ul>
      {found.length > shown ? (
        <button type="button" className="flow-button" onClick={() => setShown(shown + FIRST)}>
          {lessenText('more', { count: Math.min(FIRST, found.length - shown) })}
        </button>
      ) : null}
      <dl className="lessen-total" aria-live="polite">
        <Figure label={lessenText('asked')} value={amountText(outcome.asked)} currency={currency} />
        {outcome.stands.eq(outcome.asked) ? null : (
          <Figure label={lessenText('stands')} value={amountText(outcome.stands)} currency={currency} />
        )}
        <Figure label={lessenText('approved')} value={amountText(outcome.after)} currency={currency} />
        <Figure label={lessenText('off')} value={amountText(outcome.asked.minus(outcome.after))} currency={currency} />
      </dl>
      {isLess ? (
        <div className="verb-field">
          <label htmlFor={`${id}-reason`}>
            {lessenText('reason')}
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
          {lessenText(`gaps.${gap}`)}
        </p>
      ) : null}
    </section>
  )
}

/** For whom and what a line is, as its card says it. */
function nameOf(definition: AnyDefinition, { names }: DocumentDetail, line: LineWire): string {
  const texts = documentTexts(definition)
  return viewOf(definition)
    .lines.card.map((column) => texts.lineFact(column, line, names, 'name'))
    .filter(Boolean)
    .join(' · ')
}

interface LineProps {
  readonly line: LessLine & { readonly name: string }
  readonly draft: LessDraft
  readonly onDraft: (draft: LessDraft) => void
}

function Line({ line, draft, onDraft }: LineProps) {
  const id = useId()
  const { value, problem } = readLine(line, draft)
  const off = line.asked.minus(value)
  return (
    <li>
      <span className="lessen-name">
        {line.line}. {line.name}
      </span>
      <span className="lessen-asked">
        <Amount value={amountText(line.asked)} />
      </span>
      <input
        className="flow-input lessen-amount"
        inputMode="decimal"
        autoComplete="off"
        aria-label={lessenText('line', { line: line.line })}
        placeholder={amountText(line.stands)}
        value={draft.amounts[line.line] ?? ''}
        aria-invalid={problem !== null}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => onDraft({ ...draft, amounts: { ...draft.amounts, [line.line]: event.target.value } })}
      />
      <span className="lessen-off">{off.gt(0) ? <Amount value={amountText(off.times(-1))} /> : null}</span>
      {problem ? (
        <span className="field-error" id={`${id}-problem`} role="alert">
          {problem === 'tooMuch' ? lessenText('tooMuch', { most: amountText(line.stands) }) : lessenText('notAmount')}
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
