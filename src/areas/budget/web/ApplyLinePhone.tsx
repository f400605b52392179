import { areaTexts, pageText } from '#kernel/console/client/i18n.ts'
import { InputRow, PickerRow } from '#kernel/console/phone/FieldRows.tsx'
import { readAmount } from '#kernel/money/money.ts'
import { Amount } from '#kernel/ui/Amount.tsx'
import { Icon } from '#kernel/ui/Icon.tsx'
import { countryBudget } from '../country-budget.doc.ts'
import type { BudgetTexts } from '../locale/en.ts'
import { withError } from './ApplyHeaderPhone.tsx'
import type { BudgetLineInput, CountryBudgetHeader, CountryBudgetNames } from './budget-api.ts'
import { BUSINESS_TYPE_JOINT, labelOf } from './budget-options.ts'
import { type DraftChange, type DraftLine, keyOfBudget, type Refusals } from './phone-draft.ts'
import type { LinePickers } from './use-line-pickers-phone.ts'
import '#kernel/console/phone/field-rows.css'
import './lines-phone.css'

const t = areaTexts<BudgetTexts>('budget')

interface ApplyLinePhoneProps {
  readonly line: DraftLine
  readonly row: number
  readonly header: CountryBudgetHeader
  readonly pickers: LinePickers
  readonly names: CountryBudgetNames | undefined
  readonly available: string | null
  readonly refusals: Refusals
  readonly isOpen: boolean
  readonly canCopy: boolean
  readonly onToggle: () => void
  readonly onChange: (change: DraftChange) => void
}

/** One line as a card: closed it says what and how much, open it is edited. */
export function ApplyLinePhone(props: ApplyLinePhoneProps) {
  const { line, row, header, pickers, names, refusals, isOpen, onChange } = props
  const place = [
    line.countryCode ? (names?.countries[line.countryCode] ?? labelOf(pickers.countries, line.countryCode)) : null,
    line.projectCode ? (names?.projects[line.projectCode] ?? labelOf(pickers.projects, line.projectCode)) : null,
  ].filter(Boolean)
  const isBad = refusals.rows.has(row)
  const number = pageText('phone.lineOf', { row: row + 1 })
  return (
    <article className={isBad ? 'line-card line-card-bad' : 'line-card'} aria-label={number}>
      <div className="line-card-head">
        <button type="button" className="line-card-title" aria-expanded={isOpen} onClick={props.onToggle}>
          <Icon name={isBad ? 'alert' : isOpen ? 'down' : 'right'} size={16} />
          <span>
            <strong>{number}</strong>
            <small>{place.join(' · ') || t('page.phone.incomplete')}</small>
          </span>
          {isReadable(line.amount) && !isOpen ? <Amount value={line.amount} currency={header.currency} /> : null}
        </button>
        <button
          type="button"
          className="phone-icon-button"
          aria-label={`${pageText('sheet.copyLine')} ${row + 1}`}
          disabled={!props.canCopy}
          onClick={() => onChange({ type: 'copy', key: line.key })}
        >
          <Icon name="copy" size={18} />
        </button>
        <button
          type="button"
          className="phone-icon-button"
          aria-label={`${pageText('sheet.deleteLine')} ${row + 1}`}
          onClick={() => onChange({ type: 'delete', key: line.key })}
        >
          <Icon name="trash" size={18} />
        </button>
      </div>
      {isOpen ? <LineFields {...props} /> : null}
    </article>
  )
}

function LineFields({ line, row, header, pickers, available, refusals, onChange }: ApplyLinePhoneProps) {
  const isRevoke = header.applyType === 'revoke'
  const hasArea = header.idcCode !== ''
  const hasPool = header.projectPoolCode !== '' && header.budgetDeptCode !== ''
  const set = (change: Partial<BudgetLineInput>): void => onChange({ type: 'line', key: line.key, change })
  const field = (name: keyof BudgetLineInput) => ({
    label: t(`documents.countryBudget.lineFields.${name}`),
    isRequired: countryBudget.lines[name].required,
    ...withError(refusals.at(name, row)),
  })
  return (
    <div className="field-rows">
      {isRevoke ? (
        <PickerRow
          {...field('budgetCode')}
          isRequired
          value={line.budgetCode}
          {...pickers.budgets}
          isDisabled={!hasArea || !hasPool}
          aside={hasPool ? null : t('page.poolUnknown')}
          onPick={(option) => {
            const chosen = pickers.budgets.options.find((each) => each.value === option?.value)
            set(chosen ? keyOfBudget(chosen.budget) : { budgetCode: null })
          }}
        />
      ) : (
        <KeyFields line={line} pickers={pickers} hasArea={hasArea} field={field} set={set} />
      )}
      <InputRow
        {...field('amount')}
        value={line.amount}
        inputMode="decimal"
        maxLength={22}
        onChange={(amount) => set({ amount })}
        aside={
          available === null ? null : (
            <>
              {t('page.phone.lineAvailable')} <Amount value={available} currency={header.currency} />
            </>
          )
        }
      />
      <InputRow
        {...field('remark')}
        value={line.remark ?? ''}
        maxLength={countryBudget.lines.remark.max ?? 200}
        onChange={(remark) => set({ remark: remark || null })}
      />
    </div>
  )
}

interface KeyFieldsProps {
  readonly line: DraftLine
  readonly pickers: LinePickers
  readonly hasArea: boolean
  readonly field: (name: keyof BudgetLineInput) => {
    readonly label: string
    readonly isRequired: boolean
    readonly error?: string
  }
  readonly set: (change: Partial<BudgetLineInput>) => void
}

/** The five codes that make a budget line what it is. */
function KeyFields({ line, pickers, hasArea, field, set }: KeyFieldsProps) {
  const projects = line.countryCode
    ? pickers.projects.options.filter((option) => option.countryCode === line.countryCode)
    : pickers.projects.options
  return (
    <>
      <PickerRow
        {...field('countryCode')}
        value={line.countryCode}
        {...pickers.countries}
        isDisabled={!hasArea}
        onPick={(option) => {
          const keepsProject = pickers.projects.options.some(
            (each) => each.value === line.projectCode && each.countryCode === option?.value,
          )
          set({ countryCode: option?.value ?? '', budgetCode: null, ...(keepsProject ? {} : { projectCode: '' }) })
        }}
      />
      <PickerRow
        {...field('projectCode')}
        value={line.projectCode}
        options={projects}
        isLoading={pickers.projects.isLoading}
        onRetry={pickers.projects.onRetry}
        isDisabled={!hasArea}
        onPick={(option) => {
          const chosen = pickers.projects.options.find((each) => each.value === option?.value)
          set({
            projectCode: option?.value ?? '',
            budgetCode: null,
            ...(chosen ? { countryCode: chosen.countryCode } : {}),
          })
        }}
      />
      <PickerRow
        {...field('fscId')}
        value={line.fscId ? `${line.fscId}${BUSINESS_TYPE_JOINT}${line.subBusiCode}` : ''}
        {...pickers.businessTypes}
        isDisabled={!hasArea}
        onPick={(option) => {
          const [fscId = '', subBusiCode = ''] = (option?.value ?? '').split(BUSINESS_TYPE_JOINT)
          set({ fscId, subBusiCode, budgetCode: null })
        }}
      />
      <PickerRow
        {...field('productLineCode')}
        value={line.productLineCode}
        {...pickers.productLines}
        isDisabled={!hasArea}
        onPick={(option) => set({ productLineCode: option?.value ?? '', budgetCode: null })}
      />
    </>
  )
}

function isReadable(text: string): boolean {
  return typeof readAmount(text) !== 'string'
}
