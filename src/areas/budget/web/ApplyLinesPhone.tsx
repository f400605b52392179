import Button from 'antd-mobile/es/components/button'
import { useState } from 'react'
import { areaTexts, pageText } from '#kernel/console/client/i18n.ts'
import { Icon } from '#kernel/ui/Icon.tsx'
import { countryBudget } from '../country-budget.doc.ts'
import type { BudgetTexts } from '../locale/en.ts'
import { ApplyLinePhone } from './ApplyLinePhone.tsx'
import type { Checked, CountryBudgetNames } from './budget-api.ts'
import type { Draft, DraftChange, DraftLine, Refusals } from './phone-draft.ts'
import { useLinePickers } from './use-line-pickers-phone.ts'
import '#kernel/console/phone/show-more.css'
import './lines-phone.css'

const t = areaTexts<BudgetTexts>('budget')

/** Editable cards drawn at once; a parsed file may have brought thousands of lines. */
const STEP = 50

interface ApplyLinesPhoneProps {
  readonly draft: Draft
  readonly names: CountryBudgetNames | undefined
  readonly checked: Checked | null
  readonly refusals: Refusals
  readonly isTried: boolean
  readonly onChange: (change: DraftChange) => void
}

export function ApplyLinesPhone({ draft, names, checked, refusals, isTried, onChange }: ApplyLinesPhoneProps) {
  const { header, lines, source } = draft
  const pickers = useLinePickers(header)
  const [closed, setClosed] = useState<ReadonlySet<number>>(
    () => new Set(lines.filter(isFilled).map((line) => line.key)),
  )
  const [shown, setShown] = useState(STEP)
  const limit = countryBudget.lineLimits[source]
  const closeFilled = (): void => setClosed(new Set(lines.filter(isFilled).map((line) => line.key)))
  const toggle = (key: number): void =>
    setClosed(closed.has(key) ? new Set([...closed].filter((each) => each !== key)) : new Set([...closed, key]))
  return (
    <section aria-labelledby="lines-title" className="cards">
      <div className="section-head">
        <h2 id="lines-title">{t('page.linesTitle')}</h2>
        <span className="quiet">
          {lines.length} / {limit}
        </span>
      </div>
      {lines.slice(0, shown).map((line, row) => (
        <ApplyLinePhone
          key={line.key}
          line={line}
          row={row}
          header={header}
          pickers={pickers}
          names={names}
          available={checked?.lines.find((each) => each.row === row)?.available ?? null}
          refusals={refusals}
          isOpen={!closed.has(line.key) || (isTried && refusals.rows.has(row))}
          canCopy={lines.length < limit}
          onToggle={() => toggle(line.key)}
          onChange={onChange}
        />
      ))}
      {lines.length > shown ? (
        <Button block fill="none" className="show-more" onClick={() => setShown(shown + STEP)}>
          {pageText('phone.showMore', { count: lines.length - shown })}
        </Button>
      ) : null}
      {lines.length === 0 ? <p className="card quiet">{t('page.phone.noLines')}</p> : null}
      <div className="add-line">
        <Button
          block
          disabled={lines.length >= limit}
          onClick={() => {
            closeFilled()
            setShown(Math.max(shown, lines.length + 1))
            onChange({ type: 'add' })
          }}
        >
          <Icon name="plus" /> {pageText('sheet.addLine')}
        </Button>
        {lines.length >= limit ? (
          <p className="quiet">{pageText('sheet.tooMany', { limit, count: lines.length })}</p>
        ) : null}
      </div>
    </section>
  )
}

function isFilled(line: DraftLine): boolean {
  return (
    line.countryCode !== '' &&
    line.projectCode !== '' &&
    line.fscId !== '' &&
    line.productLineCode !== '' &&
    line.amount !== ''
  )
}
