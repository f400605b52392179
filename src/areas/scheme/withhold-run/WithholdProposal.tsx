import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { queryKeys } from '#kernel/web/console/client/query-keys.ts'
import { filledLines } from '#kernel/web/console/form/draft/draft.ts'
import type { LinesAdvice } from '#kernel/web/console/form/form-spec.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { amount, amountText, formatAmount, zero } from '#kernel/base/money/money.ts'
import { DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { type ProposedFundingLine, type ProposedScheme, runApi, runText } from './withhold-run-api.web.ts'
import { figuresOf } from './withhold-run-figures.web.ts'
import './withhold-proposal.css'

/** The month-end run's proposal: the month's missing accrual, by part. */
function useProposal({ schemeNo = '', idcCode = '', year = '', month = '' }: Values) {
  const isAsked = schemeNo !== '' && idcCode !== '' && /^20\d\d$/.test(year) && /^\d{1,2}$/.test(month)
  const filters = { idcCode, year: Number(year), month: Number(month), schemeNo, show: 'all', page: 1, limit: 10 }
  const { data } = useQuery({
    queryKey: queryKeys.list('scheme', ['withholdProposal', schemeNo, idcCode, year, month]),
    queryFn: ({ signal }) => runApi.list(filters, signal),
    enabled: isAsked,
  })
  return isAsked ? (data?.records[0] ?? null) : null
}

/** The proposal fills untouched lines, and again after another choice. */
export function WithholdProposal({ draft, onFill, Button }: LinesAdvice) {
  const { header } = draft
  const proposed = useProposal(header)
  const lines = useMemo(() => (proposed ? linesOf(proposed, header['kind'] ?? '') : null), [proposed, header])
  const text = lines && JSON.stringify(lines)
  const own = JSON.stringify(filledLines(draft.lines))
  const filled = useRef('[]')
  const filling = useRef<string | null>(null)
  useEffect(() => {
    if (lines === null || text === null || text === filling.current) return
    const isUnwritten = own === '[]' || own === filled.current
    filling.current = text
    if (!isUnwritten || own === text) return
    filled.current = text
    onFill(lines)
  }, [lines, text, own, onFill])
  if (!proposed || !lines) return null
  return (
    <section className="form-section withhold-proposal">
      <div className="withhold-proposal-head">
        <h2>{runText('proposal')}</h2>
        <Amount value={sumOf(lines)} currency={proposed.currency} />
        <Button
          disabled={lines.length === 0 || own === text}
          onClick={() => {
            filled.current = JSON.stringify(lines)
            onFill(lines)
          }}
        >
          {runText('fill')}
        </Button>
      </div>
      <p className="quiet">
        {runText('intro')} {runText('rate')} {proposed.withholdRate} %
      </p>
      <details open={proposed.parts.length <= FEW}>
        <summary>{runText('parts')}</summary>
        <ul>
          {proposed.parts.map((part) => (
            <Part key={part.fundingNo} part={part} currency={proposed.currency} kind={header['kind'] ?? ''} />
          ))}
        </ul>
      </details>
    </section>
  )
}

/** Parts shown without collapsing. */
const FEW = 5

function linesOf({ parts }: ProposedScheme, kind: string): readonly Values[] {
  return parts
    .filter((part) => part.kind === kind && amount(part.amount).gt(0))
    .map(({ fundingNo, basisVolume, amount: proposed }) => ({
      fundingNo: String(fundingNo),
      ...(basisVolume === null ? {} : { basisVolume }),
      amount: proposed,
    }))
}

function sumOf(lines: readonly Values[]): string {
  return amountText(lines.reduce((sum, line) => sum.plus(line['amount'] ?? '0'), zero))
}

interface PartProps {
  readonly part: ProposedFundingLine
  readonly currency: string
  readonly kind: string
}

/** The basis of a part's proposal, or why there is none. */
function Part({ part, currency, kind }: PartProps) {
  const money = (value: string | null) => (value === null ? '/' : <Amount value={value} currency={currency} />)
  const facts = [
    ['basisVolume', part.basisVolume === null ? '/' : formatAmount(part.basisVolume)],
    ['formula', formulaOf(part, currency)],
    ['expected', money(part.expected)],
    ['accrued', money(part.accrued)],
    ['missing', money(figuresOf([part]).missing)],
    ['withholdable', money(part.withholdable)],
    ['proposed', money(part.amount)],
  ] as const
  const isOther = part.kind !== kind && amount(part.amount).gt(0)
  return (
    <li>
      <h3>
        {[part.fundingNo, part.forBeneficiary, part.productCode, part.budgetCode].filter(Boolean).join(' · ')}{' '}
        <span className="quiet">{runText(`kinds.${part.kind}`)}</span>
      </h3>
      <DescriptionList className={null} pairs={facts.map(([label, value]) => [runText(label), value])} />
      {part.nothing ? <p className="quiet">{part.nothing}</p> : null}
      {isOther ? <p className="quiet">{runText('otherKind', { kind: runText(`kinds.${part.kind}`) })}</p> : null}
    </li>
  )
}

function formulaOf({ unitAmount, ratePercent, ladder }: ProposedFundingLine, currency: string): string {
  if (unitAmount !== null) return runText('perUnit', { value: formatAmount(unitAmount), currency })
  if (ratePercent !== null) return runText('ofSales', { value: ratePercent.replace(/\.?0+$/, '') })
  return ladder === null ? runText('byDays') : ladder.split(';').join('; ')
}
