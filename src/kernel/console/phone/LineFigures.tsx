import type { AnyDefinition } from '#kernel/document/definition.ts'
import { isCount, type Names, viewOf } from '#kernel/document/view.ts'
import { Amount } from '#kernel/ui/Amount.tsx'
import { AskedFor } from '../AskedFor.tsx'
import type { LineWire } from '../client/document-api.ts'
import { documentTexts } from '../client/document-texts.ts'
import { lineText, readLineAmount, readText } from '../document/reading.ts'

/** Whether a column stands among the figures of a card: how many, at which price, and amounts that somebody entered beside the one of the line. */
export function isFigure(definition: AnyDefinition, column: string): boolean {
  const field = definition.lines[column]
  const { card, sum } = viewOf(definition).lines
  if (card.includes(column)) return false
  // What else is computed is a limit: who decides is told of it as it is now.
  const isMore = field?.kind === 'money' && !field.computed && column !== sum
  return isMore || field?.exact !== undefined || isCount(field)
}

interface LineFiguresProps {
  readonly definition: AnyDefinition
  readonly line: LineWire
  readonly names: Names
  readonly currency: string
}

/** The figures of a line under one another, so that they can be compared. */
export function LineFigures({ definition, line, names, currency }: LineFiguresProps) {
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
                  <AskedFor value={asked} /> <Amount value={value} currency={currency} />
                </>
              ) : (
                lineText(field, texts.lineFact(column, line, names, 'name'), line, currency)
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
