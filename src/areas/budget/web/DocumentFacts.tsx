import type { CountryBudget, CountryBudgetNames, Names } from './budget-api.ts'
import { budgetText, fieldLabel, pageLabel } from './budget-texts.ts'
import { periodText } from './period.ts'

/** The header of an application, to read. */
export function DocumentFacts({
  document,
  names,
}: {
  readonly document: CountryBudget
  readonly names: CountryBudgetNames
}) {
  const facts: readonly (readonly [string, string])[] = [
    [
      fieldLabel('applyType'),
      document.applyType ? budgetText(`documents.countryBudget.options.applyType.${document.applyType}`) : '/',
    ],
    [pageLabel('period'), periodText(document.year, document.month)],
    [fieldLabel('projectPoolCode'), named(names.pools, document.projectPoolCode)],
    [fieldLabel('budgetDeptCode'), named(names.departments, document.budgetDeptCode)],
    [
      fieldLabel('productClass'),
      document.productClass ? budgetText(`documents.countryBudget.options.productClass.${document.productClass}`) : '/',
    ],
    [fieldLabel('regionCode'), named(names.regions, document.regionCode)],
    [fieldLabel('currency'), document.currency || '/'],
  ]
  return (
    <section className="form-section">
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="facts-wide">
          <dt>{fieldLabel('reason')}</dt>
          <dd>{document.reason || '/'}</dd>
        </div>
      </dl>
    </section>
  )
}

/** Code and name of master data, `/` for nothing. */
export function named(names: Names, code: string | null | undefined): string {
  if (!code) return '/'
  const name = names[code]
  return name && name !== code ? `${code} / ${name}` : code
}
