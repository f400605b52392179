import { Button, Input } from 'antd'
import { useId } from 'react'
import { formatAmount } from '#kernel/base/money/money.ts'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { Dialog } from '#kernel/web/ui/Dialog.tsx'
import {
  amountOf,
  amountProblem,
  changeKey,
  type Changes,
  type ProposedFundingLine,
  type ProposedScheme,
  runText,
} from './withhold-run-api.web.ts'

interface PartsProps {
  readonly scheme: ProposedScheme
  readonly changes: Changes
  readonly mayChange: boolean
  readonly onChange: (next: (now: Changes) => Changes) => void
  readonly onClose: () => void
}

/** The lines of a scheme: owed and accrued amounts, and the accrual within its limit. */
export function WithholdRunParts({ scheme, changes, mayChange, onChange, onClose }: PartsProps) {
  const { schemeNo, name, currency, withholdRate, parts } = scheme
  const keys = parts.map(({ fundingNo }) => changeKey(schemeNo, fundingNo))
  const isChanged = keys.some((key) => changes[key])
  return (
    <Dialog
      title={`${schemeNo} ${name}`}
      closeLabel={pageText('common.close')}
      onClose={onClose}
      shape="drawer"
      width={720}
      footer={
        <>
          <span className="withhold-run-foot">
            {runText('amount')} <Amount value={amountOf(scheme, changes)} currency={currency} />
          </span>
          {isChanged ? (
            <Button
              onClick={() =>
                onChange((now) => Object.fromEntries(Object.entries(now).filter(([key]) => !keys.includes(key))))
              }
            >
              {runText('reset')}
            </Button>
          ) : null}
          <Button type="primary" onClick={onClose}>
            {pageText('common.close')}
          </Button>
        </>
      }
    >
      <p className="quiet">
        {runText('rate')} {withholdRate} % · {runText('postingDate')} {scheme.postingDate}
      </p>
      <ul className="withhold-run-parts">
        {parts.map((part) => (
          <Part
            key={part.fundingNo}
            part={part}
            currency={currency}
            mayChange={mayChange && !part.isClosed}
            typed={changes[changeKey(schemeNo, part.fundingNo)]?.amount ?? null}
            onType={(amount) =>
              onChange((now) => ({
                ...now,
                [changeKey(schemeNo, part.fundingNo)]: {
                  schemeNo,
                  fundingNo: part.fundingNo,
                  kind: part.kind,
                  currency,
                  amount,
                },
              }))
            }
          />
        ))}
      </ul>
    </Dialog>
  )
}

interface PartProps {
  readonly part: ProposedFundingLine
  readonly currency: string
  readonly mayChange: boolean
  readonly typed: string | null
  readonly onType: (amount: string) => void
}

function Part({ part, currency, mayChange, typed, onType }: PartProps) {
  const id = useId()
  const problem = typed === null ? null : amountProblem(typed, part)
  const limit = runText('limit', { limit: formatAmount(part.withholdable), currency })
  const facts = [
    [runText('basisVolume'), part.basisVolume === null ? '/' : formatAmount(part.basisVolume)],
    [runText('expected'), part.expected === null ? '/' : `${formatAmount(part.expected)} ${currency}`],
    [runText('accrued'), `${formatAmount(part.accrued)} ${currency}`],
    [runText('proposed'), `${formatAmount(part.amount)} ${currency}`],
  ] as const
  return (
    <li>
      <h3>
        {part.fundingNo} · {part.forBeneficiary}
        {part.productCode ? ` · ${part.productCode}` : ''} · {part.budgetCode}
        <span className="quiet"> {runText(`kinds.${part.kind}`)}</span>
      </h3>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {part.nothing ? <p className="quiet">{part.nothing}</p> : null}
      {mayChange ? (
        <div className="withhold-run-amount">
          <label htmlFor={id}>{runText('amountOf', { no: part.fundingNo })}</label>
          <Input
            id={id}
            inputMode="decimal"
            value={typed ?? part.amount}
            status={problem ? 'error' : ''}
            aria-invalid={problem !== null}
            aria-describedby={`${id}-limit`}
            onChange={(event) => onType(event.target.value)}
          />
          <span id={`${id}-limit`} className={problem ? 'field-error' : 'quiet'}>
            {problem === 'bad' ? runText('badAmount') : limit}
          </span>
        </div>
      ) : null}
    </li>
  )
}
