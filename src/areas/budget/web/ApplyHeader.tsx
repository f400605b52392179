import { Input } from 'antd'
import { Amount } from '#kernel/ui/Amount.tsx'
import { Field } from '#kernel/ui/Field.tsx'
import { TextChoice } from '#kernel/console/form/TextChoice.tsx'
import type { ApplicationHeader } from './application-form.ts'
import type { Checked } from './budget-api.ts'
import { useAreas, useDepartments, usePools, useRegions } from './budget-options.ts'
import { budgetText, fieldLabel, pageLabel } from './budget-texts.ts'
import { monthOptions } from './period.ts'

interface ApplyHeaderProps {
  readonly header: ApplicationHeader
  readonly errors: Readonly<Record<string, string>>
  readonly poolAvailable: Checked['poolAvailable']
  /** The area cannot change under lines that belong to it. */
  readonly isFixed: boolean
  readonly onChange: (changes: Partial<ApplicationHeader>) => void
}

/** Header of the application. Pool, department and region belong to the area and go when it changes (B23). */
export function ApplyHeader({ header, errors, poolAvailable, isFixed, onChange }: ApplyHeaderProps) {
  const areas = useAreas()
  const departments = useDepartments(header.idcCode, header.areaId)
  const regions = useRegions(header.idcCode, header.areaId)
  return (
    <section className="form-section">
      <div className="form-grid">
        <Field
          id="apply-areaId"
          label={fieldLabel('areaId')}
          isRequired
          error={errors['areaId']}
          aside={header.currency}
        >
          <TextChoice
            value={header.areaId}
            {...areas}
            disabled={isFixed || areas.options.length === 1}
            onChange={(areaId) => {
              const area = areas.options.find((option) => option.value === areaId)
              if (area)
                onChange({
                  areaId: area.value,
                  idcCode: area.idcCode,
                  currency: area.currency,
                  budgetDeptCode: '',
                  projectPoolCode: '',
                  regionCode: '',
                })
            }}
          />
        </Field>
        <PeriodFields header={header} errors={errors} onChange={onChange} />
        <Field id="apply-productClass" label={fieldLabel('productClass')} isRequired error={errors['productClass']}>
          <TextChoice
            value={header.productClass}
            options={(['phone', 'iot'] as const).map((value) => ({
              value,
              label: budgetText(`documents.countryBudget.options.productClass.${value}`),
            }))}
            onChange={(value) => onChange({ productClass: value === 'iot' ? 'iot' : 'phone' })}
          />
        </Field>
        <Field
          id="apply-budgetDeptCode"
          label={fieldLabel('budgetDeptCode')}
          isRequired
          error={errors['budgetDeptCode']}
        >
          <TextChoice
            value={header.budgetDeptCode}
            {...departments}
            onChange={(value) => onChange({ budgetDeptCode: value ?? '' })}
          />
        </Field>
        <PoolField
          header={header}
          error={errors['projectPoolCode']}
          poolAvailable={poolAvailable}
          onChange={onChange}
        />
        <Field id="apply-regionCode" label={fieldLabel('regionCode')} error={errors['regionCode']}>
          <TextChoice
            allowClear
            value={header.regionCode}
            {...regions}
            onChange={(value) => onChange({ regionCode: value ?? '' })}
          />
        </Field>
        <Field id="apply-reason" label={fieldLabel('reason')} isRequired error={errors['reason']} wide>
          <Input.TextArea
            value={header.reason}
            maxLength={500}
            autoSize={{ minRows: 2, maxRows: 5 }}
            onChange={(event) => onChange({ reason: event.target.value })}
          />
        </Field>
      </div>
    </section>
  )
}

function PeriodFields({ header, errors, onChange }: Pick<ApplyHeaderProps, 'header' | 'errors' | 'onChange'>) {
  return (
    <>
      <Field id="apply-year" label={fieldLabel('year')} isRequired error={errors['year']}>
        <TextChoice value={header.year} options={yearOptions()} onChange={(year) => onChange({ year: year ?? '' })} />
      </Field>
      <Field id="apply-month" label={fieldLabel('month')} isRequired error={errors['month']}>
        <TextChoice
          value={header.month}
          options={monthOptions()}
          onChange={(month) => onChange({ month: month ?? '' })}
        />
      </Field>
    </>
  )
}

interface PoolFieldProps extends Pick<ApplyHeaderProps, 'header' | 'poolAvailable' | 'onChange'> {
  readonly error: string | undefined
}

/** What the pool still has stands beside it, as of the last check. */
function PoolField({ header, error, poolAvailable, onChange }: PoolFieldProps) {
  const pools = usePools(header.idcCode)
  return (
    <Field
      id="apply-projectPoolCode"
      label={fieldLabel('projectPoolCode')}
      isRequired
      error={error}
      aside={
        poolAvailable && header.projectPoolCode ? (
          <>
            {pageLabel('buckets.available')} <Amount value={poolAvailable.amount} currency={poolAvailable.currency} />
          </>
        ) : undefined
      }
    >
      <TextChoice
        value={header.projectPoolCode}
        {...pools}
        onChange={(value) => onChange({ projectPoolCode: value ?? '' })}
      />
    </Field>
  )
}

/** Last year to next year: budgets are not asked for further away. */
function yearOptions(): readonly { readonly value: string; readonly label: string }[] {
  const year = new Date().getFullYear()
  return [year - 1, year, year + 1].map((each) => ({ value: String(each), label: String(each) }))
}
