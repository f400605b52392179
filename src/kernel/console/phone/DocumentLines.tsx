import { use } from 'react'
import { viewOf } from '#kernel/document/view.ts'
import { Amount } from '#kernel/ui/Amount.tsx'
import { Changed } from '../approval/Changed.tsx'
import { ChangesContext } from '../approval/changes.ts'
import type { DocumentDetail, LineWire } from '../client/document-api.ts'
import { documentTexts } from '../client/document-texts.ts'
import { pageText } from '../client/i18n.ts'
import type { DecisionView, LineFact, PageSpec, SourceComponent } from '../document/page-spec.ts'
import { isOpened } from '../opened/is-opened.ts'
import { FoldedValue } from './FoldedLater.tsx'
import { currencyOf, lineText, readText } from '../document/reading.ts'
import { Sourced } from '../document/Sourced.tsx'
import { Fold } from './Fold.tsx'
import { isFigure, LineFigures } from './LineFigures.tsx'
import { ShowMore } from './ShowMore.tsx'
import './stack.css'
import './decision-facts.css'

/** As many as a screen or two; the rest on request. */
const FIRST = 10

interface DocumentLinesProps {
  readonly spec: PageSpec
  readonly detail: DocumentDetail
  readonly decision: DecisionView | null
}

/** The lines, stacked: where, how much, for what, and what their money comes to. */
export function DocumentLines({ spec: { definition, Source }, detail, decision }: DocumentLinesProps) {
  const { document, names } = detail
  // What changed in them is to be seen, and jumped to.
  const hasChanges = use(ChangesContext)
    .values()
    .some((change) => change.row !== null)
  const texts = documentTexts(definition)
  const { card, columns, sum } = viewOf(definition).lines
  const currency = currencyOf(definition, document)
  // How much of a line is agreed to, where that is less.
  const less = definition.lessens?.approved
  if (Object.keys(definition.lines).length === 0) return null
  const name = (column: string, line: LineWire): string => texts.lineFact(column, line, names, 'name')
  // Of a number or a day alone nobody would know what it says.
  const said = (column: string, line: LineWire): string => {
    const field = definition.lines[column]
    const text = lineText(field, name(column, line), line, currency)
    return text !== '' && field?.kind === 'date' ? `${texts.lineField(column)} ${text}` : text
  }
  const [head = '', ...under] = card
  const opens = (column: string): boolean =>
    definition.lines[column] !== undefined && isOpened(definition.lines[column])
  const folded = columns.filter(opens)
  const others = columns.filter(
    (column) => !card.includes(column) && !opens(column) && definition.lines[column]?.kind !== 'money',
  )
  const told = others.filter((column) => !isFigure(definition, column))
  return (
    <Fold
      title={texts.field('lines')}
      aside={String(document.lines.length)}
      isOpenAtFirst={document.lines.length <= FIRST || hasChanges}
    >
      <ShowMore
        className="stack"
        items={document.lines}
        first={FIRST}
        render={(line) => {
          const drawn = decision?.lines.get(line.lineNo)
          const rest = told.map((column) => said(column, line)).filter(Boolean)
          return (
            <li key={line.lineNo}>
              <span className="stack-head">
                <span>
                  {line.lineNo}.{' '}
                  <Changed row={line.lineNo} field={head}>
                    {name(head, line)}
                  </Changed>
                </span>
                {sum === null ? null : (
                  <Changed row={line.lineNo} field={sum}>
                    <Amount value={readText(line[sum])} currency={currency} />
                  </Changed>
                )}
              </span>
              {less && line[less] && line[less] !== line[sum ?? ''] ? (
                <span>
                  {texts.lineField(less)} <Amount value={readText(line[less])} currency={currency} />
                </span>
              ) : null}
              {under.map((column) => (
                <span key={column}>
                  <Changed row={line.lineNo} field={column}>
                    {name(column, line)}
                  </Changed>
                </span>
              ))}
              {/* Without an amount a line is what its fields say, each under its name. */}
              {sum === null
                ? others.map((column) => (
                    <span key={column} className="quiet">
                      {texts.lineField(column)}:{' '}
                      {lineText(definition.lines[column], name(column, line), line, currency) || '/'}
                    </span>
                  ))
                : null}
              {sum !== null && rest.length > 0 ? <span className="quiet">{rest.join(' · ')}</span> : null}
              {sum === null ? null : (
                <LineFigures definition={definition} line={line} names={names} currency={currency} />
              )}
              {folded.map((column) => (
                <Folded key={column} definition={definition} column={column} line={line} currency={currency} />
              ))}
              {decision && drawn ? (
                <BeforeAfter label={decision.lineLabel} {...drawn} currency={currency} Source={Source} />
              ) : null}
            </li>
          )
        }}
      />
    </Fold>
  )
}

interface FoldedProps {
  readonly definition: PageSpec['definition']
  readonly column: string
  readonly line: LineWire
  readonly currency: string
}

/** Tiers or codes of a line, under their name. */
function Folded({ definition, column, line, currency }: FoldedProps) {
  const texts = documentTexts(definition)
  const field = definition.lines[column]
  const value = readText(line[column])
  if (!field || value === '') return null
  return (
    <div className="quiet">
      {texts.lineField(column)} <FoldedValue field={field} value={value} values={line} currency={currency} />
    </div>
  )
}

interface BeforeAfterProps extends LineFact {
  readonly label: string
  readonly currency: string
  readonly Source: SourceComponent | undefined
}

/** An available amount before and after, where it changes. */
function BeforeAfter({ label, available, after, currency, source, Source }: BeforeAfterProps) {
  if (available === null || after === null) return null
  return (
    <span className="before-after">
      <span className="quiet">{label}</span>
      <Sourced Source={Source} source={source} value={available}>
        <Amount value={available} />
      </Sourced>
      {available === after ? (
        <span className="quiet">{currency}</span>
      ) : (
        <>
          <span aria-hidden="true">→</span>
          <span className="unseen">{pageText('list.to')}</span>
          <Amount value={after} currency={currency} />
        </>
      )}
    </span>
  )
}
