import { useMemo, useState } from 'react'
import { Amount } from '#kernel/ui/Amount.tsx'
import { DataTable, type Column } from '#kernel/ui/DataTable.tsx'
import { Pager } from '#kernel/console/list/Pager.tsx'
import { pageText } from '#kernel/console/client/i18n.ts'
import type { CountryBudget, CountryBudgetNames, DecisionFacts } from './budget-api.ts'
import { lineFieldLabel, pageLabel } from './budget-texts.ts'
import { named } from './DocumentFacts.tsx'

type Line = CountryBudget['lines'][number]

/** Above this many lines they are shown in pages: a parsed file may hold ten thousand. */
const PAGE = 200

interface DocumentLinesProps {
  readonly document: CountryBudget
  readonly names: CountryBudgetNames
  readonly facts: DecisionFacts | null
}

export function DocumentLines({ document, names, facts }: DocumentLinesProps) {
  const [page, setPage] = useState(1)
  const [limit, setLimit] = useState<number>(PAGE)
  const columns = useMemo(() => lineColumns(document, names, facts), [document, names, facts])
  const lines = document.lines.slice((page - 1) * limit, page * limit)
  return (
    <section className="form-section">
      <h2>
        {pageLabel('linesTitle')}
        <span className="count">{document.lines.length}</span>
      </h2>
      <DataTable
        caption={pageLabel('linesTitle')}
        columns={columns}
        rows={lines}
        rowKey={(line) => String(line.lineNo)}
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

function lineColumns(
  document: CountryBudget,
  names: CountryBudgetNames,
  facts: DecisionFacts | null,
): readonly Column<Line>[] {
  const factOf = new Map((facts?.lines ?? []).map((fact) => [fact.lineNo, fact]))
  return [
    { key: 'lineNo', title: pageText('sheet.lineNo'), isFrozen: true, render: (line) => line.lineNo },
    ...(document.applyType === 'revoke'
      ? [
          {
            key: 'budgetCode',
            title: lineFieldLabel('budgetCode'),
            render: (line: Line) => <span className="code">{line.budgetCode ?? '/'}</span>,
          },
        ]
      : []),
    {
      key: 'country',
      title: lineFieldLabel('countryCode'),
      render: (line) => named(names.countries, line.countryCode),
    },
    { key: 'project', title: lineFieldLabel('projectCode'), render: (line) => named(names.projects, line.projectCode) },
    {
      key: 'amount',
      title: lineFieldLabel('amount'),
      align: 'right',
      render: (line) => <Amount value={line.amount} currency={document.currency} />,
    },
    ...(facts
      ? [
          {
            key: 'available',
            title: pageLabel('availableNow'),
            align: 'right' as const,
            render: (line: Line) => <Amount value={factOf.get(line.lineNo)?.available} />,
          },
          {
            key: 'after',
            title: pageLabel('availableAfter'),
            align: 'right' as const,
            render: (line: Line) => <Amount value={factOf.get(line.lineNo)?.after} />,
          },
        ]
      : []),
    { key: 'businessType', title: pageLabel('businessType'), render: (line) => businessTypeName(names, line) },
    {
      key: 'productLine',
      title: lineFieldLabel('productLineCode'),
      render: (line) => named(names.productLines, line.productLineCode),
    },
    { key: 'remark', title: lineFieldLabel('remark'), render: (line) => line.remark || '/' },
  ]
}

/** The sub code is what people know; the centre's id is part of the key only. */
function businessTypeName(names: CountryBudgetNames, line: Line): string {
  if (!line.subBusiCode) return '/'
  const name = names.businessTypes[`${line.fscId}|${line.subBusiCode}`]
  return name ? `${line.subBusiCode} / ${name}` : line.subBusiCode
}
