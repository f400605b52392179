import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { isCount } from '#kernel/engine/definition/is-count.ts'
import { type Names, viewOf } from '#kernel/engine/definition/view.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { RequestedAmount } from '../../RequestedAmount.tsx'
import type { LineWire } from '../../client/document-api.ts'
import { documentTexts } from '../../client/document-texts.ts'
import { readLineAmount } from '../../document/lines/line-reading.ts'
import { LineText } from '../../document/lines/LineText.tsx'
import { readText } from '../../document/reading.ts'
import { StructuredValue } from '../../structured-field/StructuredValue.tsx'
import { isStructured } from '../../structured-field/structured-summary.ts'

interface LineMoreProps {
  readonly definition: AnyDefinition
  readonly line: LineWire
  /** All lines of the document. */
  readonly lines: readonly LineWire[]
  readonly names: Names
  readonly currency: string
}

/** Details of a line's card below its title and amount: purpose, figures, structured fields. */
export function LineMore(props: LineMoreProps) {
  const { definition, line, names, currency } = props
  const texts = documentTexts(definition)
  const { card, columns, sum } = viewOf(definition).lines
  const name = (column: string) => texts.lineFact(column, line, names, 'name')
  const isOpen = (column: string) => definition.lines[column] !== undefined && isStructured(definition.lines[column])
  const others = columns.filter(
    (column) => !card.includes(column) && !isOpen(column) && definition.lines[column]?.kind !== 'money',
  )
  // A date alone needs its label.
  const said = (column: string) => {
    const text = name(column)
    return text !== '' && definition.lines[column]?.kind === 'date' ? `${texts.lineField(column)} ${text}` : text
  }
  const told = others.filter((column) => !isFigure(definition, column))
  // The approved amount of a line, where that is less.
  const less = readText(line[definition.partialApproval?.approved ?? ''])
  const rest = told.map(said).filter(Boolean)
  return (
    <>
      {definition.partialApproval && less !== '' && less !== line[sum ?? ''] ? (
        <span>
          {texts.lineField(definition.partialApproval.approved)} <Amount value={less} currency={currency} />
        </span>
      ) : null}
      {/* A line without an amount shows its fields with labels; one that no line has is left out. */}
      {sum === null ? (
        <dl className="stack-figures">
          {told
            .filter((column) => props.lines.some((each) => readText(each[column]) !== ''))
            .map((column) => (
              <div key={column}>
                <dt>{texts.lineField(column)}</dt>
                <dd>{name(column) || '/'}</dd>
              </div>
            ))}
        </dl>
      ) : null}
      {sum !== null && rest.length > 0 ? <span className="quiet">{rest.join(' · ')}</span> : null}
      <Figures {...props} />
      {columns.filter(isOpen).map((column) => (
        <Folded key={column} definition={definition} column={column} line={line} currency={currency} />
      ))}
    </>
  )
}

/** Quantity, price, and further entered amounts. */
function isFigure(definition: AnyDefinition, column: string): boolean {
  const field = definition.lines[column]
  const { card, sum } = viewOf(definition).lines
  if (card.includes(column)) return false
  // Other computed values are limits, of which deciders see the current ones.
  const isMore =
    field?.kind === 'money' && (!field.computed || definition.view?.lines?.judged?.includes(column)) && column !== sum
  return isMore || field?.exact !== undefined || isCount(field)
}

/** Stacked, so that they can be compared. */
function Figures({ definition, line, names, currency }: Omit<LineMoreProps, 'lines'>) {
  const texts = documentTexts(definition)
  const figures = viewOf(definition).lines.columns.filter(
    (column) => isFigure(definition, column) && readText(line[column]) !== '',
  )
  if (figures.length === 0) return null
  return (
    <dl className="stack-figures">
      {figures.map((column) => {
        const field = definition.lines[column]
        const { value, asked } = readLineAmount(definition, line, column)
        return (
          <div key={column}>
            <dt>{texts.lineField(column)}</dt>
            <dd>
              {field?.kind === 'money' ? (
                <>
                  <RequestedAmount value={asked} /> <Amount value={value} currency={currency} />
                </>
              ) : (
                <LineText
                  field={field}
                  text={texts.lineFact(column, line, names, 'name')}
                  line={line}
                  currency={currency}
                />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

interface FoldedProps extends Omit<LineMoreProps, 'names' | 'lines'> {
  readonly column: string
}

/** Tiers or codes of a line, with their label. */
function Folded({ definition, column, line, currency }: FoldedProps) {
  const field = definition.lines[column]
  const value = readText(line[column])
  if (!field || value === '') return null
  return (
    <div className="quiet">
      {documentTexts(definition).lineField(column)}{' '}
      <StructuredValue field={field} value={value} values={line} currency={currency} />
    </div>
  )
}
