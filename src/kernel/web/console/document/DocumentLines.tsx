import { type ComponentProps, lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import type { DocumentReference } from '#kernel/engine/definition/fields.ts'
import { isCount } from '#kernel/engine/definition/is-count.ts'
import { viewOf } from '#kernel/engine/definition/view.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { PlainTable } from '../list/PlainTable.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { RequestedAmount } from '../RequestedAmount.tsx'
import { Changed } from '../approval/Changed.tsx'
import type { DocumentDetail, DocumentWire, LineWire } from '../client/document-api.ts'
import { documentTexts } from '../client/document-texts.ts'
import { pageText } from '../client/i18n.ts'
import { ExportButton } from '../downloads/ExportButton.tsx'
import { textsOf } from '../form/draft/draft.ts'
import { Pager } from '../list/Pager.tsx'
import type { DecisionView, DocumentPageSpec } from './page-spec.ts'
import { AxisMark, lineAxes } from '../axes/AxisMarks.tsx'
import { isStructured } from '../structured-field/structured-summary.ts'
import { StructuredValue } from '../structured-field/StructuredValue.tsx'
import { readLineAmount } from './lines/line-reading.ts'
import { LineText } from './lines/LineText.tsx'
import { currencyOf, readAmountOf, readText, referredAddress } from './reading.ts'
import { TraceableAmount } from './TraceableAmount.tsx'

/** Above this many lines they are paginated: a parsed file may hold ten thousand. */
const PAGE = 200

interface DocumentLinesProps {
  readonly spec: DocumentPageSpec
  readonly detail: DocumentDetail
  readonly decision: DecisionView | null
}

/** The lines for reading; beside a decided amount, the funds it draws on now and afterwards. */
function DocumentLines({ spec, detail, decision }: DocumentLinesProps) {
  const { definition } = spec
  const { document } = detail
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState<number>(PAGE)
  const columns = useMemo(() => lineColumns(spec, detail, decision), [spec, detail, decision])
  const title = documentTexts(definition).lines()
  if (Object.keys(definition.lines).length === 0) return null
  return (
    <section className="form-section document-lines">
      <h2>
        {title}
        <span className="count">{document.lines.length}</span>
        {document.formInstanceId && document.lines.length > 0 ? (
          <ExportButton
            path={`${definition.api}/${definition.part ?? 'lines'}/export`}
            right={definition.viewRight.replace(/\.view$/, '.export')}
            filters={{ formInstanceId: document.formInstanceId }}
          />
        ) : null}
      </h2>
      <PlainTable
        caption={title}
        columns={columns}
        rows={document.lines.slice((page - 1) * limit, page * limit)}
        rowKey={(line) => String(line.lineNo)}
        foot={footOf(definition, document)}
        empty={
          <div className="empty">
            <strong>{pageText('sheet.noLines')}</strong>
          </div>
        }
      />
      {document.lines.length > PAGE ? (
        <Pager
          page={page}
          limit={limit}
          total={document.lines.length}
          isCapped={false}
          mayHaveMore={false}
          onPage={setPage}
          onLimit={(size) => {
            setLimit(size)
            setPage(1)
          }}
        />
      ) : null}
    </section>
  )
}

/** The total of all lines, also of those on other pages, under its own column. */
function footOf(definition: AnyDefinition, document: DocumentWire): ReadonlyMap<string, ReactNode> | undefined {
  const { sum } = viewOf(definition).lines
  if (sum === null || document.lines.length < 2) return undefined
  const currency = currencyOf(definition, document)
  const total = readAmountOf(definition, document)
  const foot = new Map<string, ReactNode>([
    ['lineNo', pageText('sheet.sum')],
    [sum, <Amount key={sum} value={sumOf(document.lines, sum)} currency={currency} />],
  ])
  const { approved } = definition.partialApproval ?? {}
  if (approved && total?.asked) foot.set(approved, <Amount value={total.value} currency={currency} />)
  return foot
}

function sumOf(lines: readonly LineWire[], column: string): string {
  return amountText(sumAmounts(lines.map((line) => amount(readText(line[column]) || '0'))))
}

function amountOf(definition: AnyDefinition, name: string, currency: string | null): Column<LineWire> {
  return {
    key: name,
    title: documentTexts(definition).lineField(name),
    align: 'right',
    render: (line) => {
      const { value, asked } = readLineAmount(definition, line, name)
      return (
        <Changed row={line.lineNo} field={name}>
          <RequestedAmount value={asked} /> <Amount value={value} currency={currency} />
        </Changed>
      )
    },
  }
}

function lineColumns(
  spec: DocumentPageSpec,
  { document, names }: DocumentDetail,
  decision: DecisionView | null,
): readonly Column<LineWire>[] {
  const { definition } = spec
  const view = viewOf(definition)
  const texts = documentTexts(definition)
  const currency = currencyOf(definition, document)
  const wanted = spec.lineColumns?.(textsOf(definition.fields, document)) ?? view.lines.columns
  const shown = readingOrder(definition, wanted).filter((name) => isWorthShowing(definition, name, document, decision))
  const frozen = new Set(view.lines.frozen)
  const fields = shown.map((name): Column<LineWire> => {
    const field = definition.lines[name]
    const title = texts.lineField(name)
    // A limit may be in the payer's currency.
    if (field?.kind === 'money')
      return amountOf(
        definition,
        name,
        field.computed && !definition.view?.lines?.judged?.includes(name) ? null : currency,
      )
    const reference = field?.document
    if (reference)
      return {
        key: name,
        title,
        isFrozen: frozen.has(name),
        render: (line) => (
          <Changed row={line.lineNo} field={name}>
            <Referred reference={reference} no={readText(line[name])} />
          </Changed>
        ),
      }
    if (field && isStructured(field)) {
      return {
        key: name,
        title,
        render: (line) => (
          <Changed row={line.lineNo} field={name}>
            <StructuredValue field={field} value={readText(line[name])} values={line} currency={currency} />
          </Changed>
        ),
      }
    }
    // Shows names, with the code on demand.
    const render = (line: LineWire) => (
      <Changed row={line.lineNo} field={name}>
        <span title={texts.lineFact(name, line, names)}>
          <LineText field={field} text={texts.lineFact(name, line, names, 'name')} line={line} currency={currency} />
        </span>
      </Changed>
    )
    return {
      key: name,
      title,
      render,
      isFrozen: frozen.has(name),
      ...(field?.exact || isCount(field) ? { align: 'right' } : {}),
    }
  })
  const facts = (key: 'available' | 'after', title: string): Column<LineWire> => ({
    key,
    title,
    align: 'right',
    render: (line) => {
      const fact = decision?.lines.get(line.lineNo)
      const value = fact?.[key] ?? null
      return (
        <TraceableAmount Source={spec.Source} source={key === 'available' ? fact?.source : undefined} value={value}>
          <Amount value={value} />
        </TraceableAmount>
      )
    },
  })
  const number: Column<LineWire> = {
    key: 'lineNo',
    title: pageText('sheet.lineNo'),
    isFrozen: true,
    render: (line) => line.lineNo,
  }
  const drawn =
    decision && decision.lines.size > 0
      ? [facts('available', pageText('document.availableNow')), facts('after', pageText('document.availableAfter'))]
      : []
  // Beside the decided amount.
  const at = shown.indexOf(view.lines.sum ?? '')
  return [
    number,
    ...(at === -1 ? [...fields, ...drawn] : fields.toSpliced(at + 1, 0, ...drawn)),
    ...axisColumns(definition, document),
  ]
}

/** The state of each line on the axes where lines have one. */
function axisColumns(definition: AnyDefinition, { lines }: DocumentWire): readonly Column<LineWire>[] {
  return lineAxes(definition, lines).map((axis) => ({
    key: axis,
    title: documentTexts(definition).field(axis),
    kind: 'state',
    render: (line) => <AxisMark definition={definition} axis={axis} state={readText(line[axis])} />,
  }))
}

function Referred({ reference, no }: { readonly reference: DocumentReference; readonly no: string }) {
  if (no === '') return '/'
  return (
    <Link className="code" to={referredAddress(reference, 'pc', no)}>
      {no}
    </Link>
  )
}

/** Frozen columns come first: what the line is and its amount; the rest may be scrolled. */
function readingOrder(definition: AnyDefinition, names: readonly string[]): readonly string[] {
  const { frozen, card } = viewOf(definition).lines
  const rank = (name: string): number => {
    if (frozen.includes(name)) return 0
    if (card.includes(name)) return 1
    return definition.lines[name]?.kind === 'money' ? 2 : 3
  }
  return names.toSorted((a, b) => rank(a) - rank(b))
}

/**
 * Limits stored at submit are hidden where current figures are shown to the decider; totalled columns are no limits. An
 * empty column is omitted unless it has to be filled in: a reader without the right to a figure finds no trace of it.
 */
function isWorthShowing(
  definition: AnyDefinition,
  name: string,
  document: DocumentWire,
  decision: DecisionView | null,
): boolean {
  const field = definition.lines[name]
  const isOwn =
    name === viewOf(definition).lines.sum ||
    definition.view?.lines?.judged?.includes(name) ||
    name === definition.partialApproval?.approved
  const isLimit = field?.computed === true && field.kind === 'money' && !isOwn
  const isFilled = document.lines.some((line) => readText(line[name]) !== '')
  return isLimit ? decision === null && isFilled : field?.required === true || isFilled
}

/** Lazy-loaded: few documents have further tables. */
const DocumentTables = lazy(() => import('./DocumentTables.tsx').then((module) => ({ default: module.DocumentTables })))

/** Its lines, and its further tables. */
export function Lines(props: ComponentProps<typeof DocumentLines>) {
  return (
    <>
      <DocumentLines {...props} />
      {props.spec.definition.tables ? (
        <Suspense fallback={null}>
          <DocumentTables Lines={DocumentLines} {...props} />
        </Suspense>
      ) : null}
    </>
  )
}
