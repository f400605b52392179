import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { documentColumn, textColumn } from '#kernel/web/console/list/columns.tsx'
import { formatAmount } from '#kernel/base/money/money.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { schemeApplication } from '../application/scheme-application.doc.ts'
import { schemeAddress } from '../life/scheme-wire.ts'
import { amountOf, changeKey, type Changes, type ProposedScheme, runText } from './withhold-run-api.web.ts'

const noOf = ({ schemeNo }: ProposedScheme): string => schemeNo

/** A row is a scheme; its lines open beside it. */
export function runColumns(
  changes: Changes,
  onOpen: (scheme: ProposedScheme) => void,
): readonly Column<ProposedScheme>[] {
  const texts = documentTexts(schemeApplication)
  // Each amount is the sum of the scheme's lines, which open beside the list.
  const money = (key: 'accrued' | 'withholdable' | 'amount', title: string): Column<ProposedScheme> => ({
    key,
    title,
    align: 'right',
    render: (row) => (
      <button
        type="button"
        className="link-button"
        aria-label={runText('linesOf', { what: title, no: row.schemeNo, amount: formatAmount(row[key]) })}
        onClick={() => onOpen(row)}
      >
        <Amount value={row[key]} currency={row.currency} />
      </button>
    ),
  })
  return [
    documentColumn('schemeNo', runText('scheme'), { no: noOf, address: ({ schemeNo }) => schemeAddress(schemeNo) }),
    textColumn('name', runText('name'), ({ name }) => name),
    textColumn('schemeType', runText('schemeType'), ({ schemeType }) => texts.option('schemeType', schemeType)),
    {
      key: 'parts',
      title: runText('parts'),
      render: (row) => (
        <button
          type="button"
          className="link-button"
          aria-label={runText('editOf', { no: row.schemeNo })}
          title={runText('edit')}
          onClick={() => onOpen(row)}
        >
          {runText('partCount', { count: row.parts.length })}
        </button>
      ),
    },
    money('accrued', runText('accrued')),
    money('withholdable', runText('withholdable')),
    money('amount', runText('proposed')),
    {
      key: 'toWithhold',
      title: runText('amount'),
      align: 'right',
      render: (row) => (
        <>
          {row.parts.some(({ fundingNo }) => changes[changeKey(row.schemeNo, fundingNo)]) ? (
            <span className="quiet">{runText('changed')} </span>
          ) : null}
          <Amount value={amountOf(row, changes)} currency={row.currency} />
        </>
      ),
    },
    textColumn('postingDate', runText('postingDate'), ({ postingDate }) => postingDate),
    textColumn('warnings', runText('remark'), ({ warnings }) => warnings.join(' · ') || '/'),
  ]
}
