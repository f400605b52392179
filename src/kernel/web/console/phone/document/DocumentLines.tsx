import { use } from 'react'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Changed, ChangesContext } from '../../approval/Changed.tsx'
import type { DocumentDetail, LineWire } from '../../client/document-api.ts'
import { documentTexts } from '../../client/document-texts.ts'
import { pageText } from '../../client/i18n.ts'
import { AxisMark, lineAxes } from '../../axes/AxisMarks.tsx'
import type { DecisionView, LineFact, DocumentPageSpec, SourceComponent } from '../../document/page-spec.ts'
import { currencyOf, readText } from '../../document/reading.ts'
import { TraceableAmount } from '../../document/TraceableAmount.tsx'
import { Collapsible } from '../parts/Collapsible.tsx'
import { LineMore } from './LineMore.tsx'
import { ShowMore } from '../parts/ShowMore.tsx'
import '../parts/stack.css'
import './decision-facts.css'

/** About one or two screens; the rest on request. */
const FIRST = 10

/** Lines without an amount, as the fields of a change, are what is decided on: they are open, and as many as people type are shown. */
const FIRST_DECIDED = 50

interface DocumentLinesProps {
  readonly spec: DocumentPageSpec
  readonly detail: DocumentDetail
  readonly decision: DecisionView | null
}

/** The lines as cards: what, how much, and the effect on funds. */
export function DocumentLines({ spec: { definition, Source }, detail, decision }: DocumentLinesProps) {
  const { document, names } = detail
  // Changed lines must be visible and reachable.
  const hasChanges = use(ChangesContext)
    .values()
    .some((change) => change.row !== null && change.table === definition.part)
  const texts = documentTexts(definition)
  const { card, sum } = viewOf(definition).lines
  const currency = currencyOf(definition, document)
  if (Object.keys(definition.lines).length === 0) return null
  const first = sum === null ? FIRST_DECIDED : FIRST
  const name = (column: string, line: LineWire): string => texts.lineFact(column, line, names, 'name')
  const [head = '', ...under] = card
  const marks = lineAxes(definition, document.lines)
  return (
    <Collapsible
      title={texts.lines()}
      aside={String(document.lines.length)}
      isOpenAtFirst={document.lines.length <= first || hasChanges}
    >
      <ShowMore
        className="stack"
        items={document.lines}
        first={first}
        render={(line) => {
          const drawn = decision?.lines.get(line.lineNo)
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
              {under.map((column) => (
                <span key={column}>
                  <Changed row={line.lineNo} field={column}>
                    {name(column, line)}
                  </Changed>
                </span>
              ))}
              {marks.map((axis) => (
                <AxisMark key={axis} definition={definition} axis={axis} state={readText(line[axis])} />
              ))}
              <LineMore definition={definition} line={line} lines={document.lines} names={names} currency={currency} />
              {decision && drawn ? (
                <BeforeAfter label={decision.lineLabel} {...drawn} currency={currency} Source={Source} />
              ) : null}
            </li>
          )
        }}
      />
    </Collapsible>
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
      <TraceableAmount Source={Source} source={source} value={available}>
        <Amount value={available} />
      </TraceableAmount>
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
