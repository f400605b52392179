import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { formatAmount } from '#kernel/base/money/money.ts'
import { plainNumber } from '#kernel/base/money/written-number.ts'
import { pageText } from '#kernel/web/console/client/i18n.ts'
import { DescriptionList } from '#kernel/web/console/document/DescriptionList.tsx'
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
import { figuresOf, type RunFigures } from './withhold-run-figures.web.ts'

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
      {parts.length > 1 ? (
        <section className="withhold-run-all">
          <h3>{runText('allParts')}</h3>
          <Figures of={figuresOf(parts)} currency={currency} />
        </section>
      ) : null}
    </Dialog>
  )
}

/** What is owed, less what is withheld or paid already, is missing; the proposal is at most what may be withheld. */
function Figures({ of, currency }: { readonly of: RunFigures; readonly currency: string }) {
  return (
    <DescriptionList
      className="withhold-run-figures"
      pairs={(['expected', 'accrued', 'missing', 'withholdable', 'proposed'] as const).map((name) => [
        `${SIGNS[name]}${runText(name)}`,
        of[name] === null ? null : <Amount key={name} value={of[name]} currency={currency} />,
      ])}
    />
  )
}

const SIGNS: Readonly<Record<keyof RunFigures, string>> = {
  expected: '',
  accrued: '− ',
  missing: '= ',
  withholdable: '',
  proposed: '',
}

/** Without separators, as soon as it is a number; a point at its end is the beginning of cents. */
function plainTyped(text: string, currency: string): string {
  return text.trim().endsWith('.') ? text : (plainNumber(text.trim(), currency) ?? text)
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
  const [isFocused, setFocused] = useState(false)
  const value = typed ?? part.amount
  return (
    <li>
      <h3>
        {part.fundingNo} · {part.forBeneficiary}
        {part.productCode ? ` · ${part.productCode}` : ''} · {part.budgetCode}
        <span className="quiet"> {runText(`kinds.${part.kind}`)}</span>
      </h3>
      <DescriptionList
        className={null}
        pairs={[[runText('basisVolume'), part.basisVolume === null ? null : formatAmount(part.basisVolume)]]}
      />
      <Figures of={figuresOf([part])} currency={currency} />
      {part.nothing ? <p className="quiet">{part.nothing}</p> : null}
      {mayChange ? (
        <div className="withhold-run-amount">
          <label htmlFor={id}>{runText('amountOf', { no: part.fundingNo })}</label>
          <Input
            id={id}
            inputMode="decimal"
            value={isFocused || problem === 'bad' ? value : formatAmount(value)}
            status={problem ? 'error' : ''}
            aria-invalid={problem !== null}
            aria-describedby={`${id}-limit`}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onChange={({ target }) => onType(plainTyped(target.value, currency))}
          />
          <span id={`${id}-limit`} className={problem ? 'field-error' : 'quiet'}>
            {problem === 'bad' ? runText('badAmount') : limit}
          </span>
        </div>
      ) : null}
    </li>
  )
}
