import { areaTexts } from '#kernel/console/client/i18n.ts'
import { ChoiceRow, PickerRow, ReadOnlyRow, SelectRow, TextAreaRow } from '#kernel/console/phone/FieldRows.tsx'
import { amount, amountText } from '#kernel/money/money.ts'
import { Amount } from '#kernel/ui/Amount.tsx'
import { countryBudget } from '../country-budget.doc.ts'
import type { BudgetTexts } from '../locale/en.ts'
import type { Checked, CountryBudgetHeader, CountryBudgetNames } from './budget-api.ts'
import { type AreaOption, useDepartments, usePools, useRegions } from './budget-options.ts'
import { type Draft, type DraftChange, type Refusals, totalOf } from './phone-draft.ts'
import '#kernel/console/phone/field-rows.css'

const t = areaTexts<BudgetTexts>('budget')

interface ApplyHeaderPhoneProps {
  readonly draft: Draft
  readonly areas: readonly AreaOption[]
  readonly names: CountryBudgetNames | undefined
  readonly checked: Checked | null
  readonly refusals: Refusals
  readonly onChange: (change: DraftChange) => void
}

export function ApplyHeaderPhone({ draft, areas, names, checked, refusals, onChange }: ApplyHeaderPhoneProps) {
  const { header } = draft
  const pools = usePools(header.idcCode)
  const departments = useDepartments(header.idcCode, header.areaId)
  const regions = useRegions(header.idcCode, header.areaId)
  const hasArea = header.idcCode !== ''
  const set = (change: Partial<CountryBudgetHeader>): void => onChange({ type: 'header', change })
  /** What every row of a header field shares. */
  const row = (field: keyof CountryBudgetHeader) => ({
    label: t(`documents.countryBudget.fields.${field}`),
    isRequired: countryBudget.fields[field].required,
    ...withError(refusals.at(field)),
  })
  return (
    <section className="field-rows" aria-label={t('page.header')}>
      <ChoiceRow
        {...row('applyType')}
        value={header.applyType}
        options={(['grant', 'revoke'] as const).map((value) => ({
          value,
          label: t(`documents.countryBudget.options.applyType.${value}`),
        }))}
        onChange={(applyType) => set({ applyType })}
      />
      <PickerRow
        {...row('areaId')}
        value={header.areaId}
        options={areas}
        isLoading={false}
        onPick={(option) => {
          const area = areas.find((each) => each.value === option?.value)
          if (area) onChange({ type: 'area', area })
        }}
      />
      <SelectRow
        {...row('year')}
        value={header.year}
        options={yearOptions(header.year)}
        onChange={(year) => set({ year })}
      />
      <SelectRow {...row('month')} value={header.month} options={MONTHS} onChange={(month) => set({ month })} />
      <PickerRow
        {...row('projectPoolCode')}
        value={header.projectPoolCode}
        valueText={names?.pools[header.projectPoolCode] ?? header.projectPoolCode}
        {...pools}
        isDisabled={!hasArea}
        onPick={(option) => set({ projectPoolCode: option?.value ?? '' })}
        aside={<PoolLimit draft={draft} checked={checked} />}
      />
      <PickerRow
        {...row('budgetDeptCode')}
        value={header.budgetDeptCode}
        {...departments}
        isDisabled={!hasArea}
        onPick={(option) => set({ budgetDeptCode: option?.value ?? '' })}
      />
      <ChoiceRow
        {...row('productClass')}
        value={header.productClass}
        options={(['phone', 'iot'] as const).map((value) => ({
          value,
          label: t(`documents.countryBudget.options.productClass.${value}`),
        }))}
        onChange={(productClass) => set({ productClass })}
      />
      <PickerRow
        {...row('regionCode')}
        value={header.regionCode}
        {...regions}
        isDisabled={!hasArea}
        onPick={(option) => set({ regionCode: option?.value ?? null })}
      />
      <ReadOnlyRow label={t('documents.countryBudget.fields.currency')} value={header.currency} />
      <TextAreaRow
        {...row('reason')}
        value={header.reason}
        maxLength={countryBudget.fields.reason.max ?? 500}
        onChange={(reason) => set({ reason })}
      />
    </section>
  )
}

/** The pool's money stands beside the pool, with what this grant would leave. */
function PoolLimit({ draft, checked }: { readonly draft: Draft; readonly checked: Checked | null }) {
  const { header } = draft
  const pool = checked?.poolAvailable
  if (!pool || !header.projectPoolCode || pool.currency !== header.currency) return null
  const left = amountText(amount(pool.amount).minus(totalOf(draft)))
  return (
    <>
      {t('page.available')} <Amount value={pool.amount} currency={pool.currency} />
      {header.applyType === 'grant' ? (
        <>
          <br />
          {t('page.afterwards')} <Amount value={left} currency={pool.currency} />
        </>
      ) : null}
    </>
  )
}

export function withError(error: string | undefined): { readonly error?: string } {
  return error === undefined ? {} : { error }
}

const MONTHS = Array.from({ length: 12 }, (_, index) => ({
  value: index + 1,
  label: String(index + 1).padStart(2, '0'),
}))

function yearOptions(chosen: number | null): { value: number; label: string }[] {
  const thisYear = new Date().getFullYear()
  const years = new Set([thisYear - 1, thisYear, thisYear + 1, ...(chosen ? [chosen] : [])])
  return [...years].toSorted((a, b) => a - b).map((value) => ({ value, label: String(value) }))
}
