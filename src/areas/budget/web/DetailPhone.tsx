import { areaTexts, pageText } from '#kernel/console/client/i18n.ts'
import { Fold } from '#kernel/console/phone/Fold.tsx'
import { Pairs } from '#kernel/console/phone/Pairs.tsx'
import { formatTime } from '#kernel/ui/time.ts'
import type { BudgetTexts } from '../locale/en.ts'
import type { CountryBudgetDetail } from './budget-api.ts'
import { periodText } from './period.ts'

const t = areaTexts<BudgetTexts>('budget')

/** The header of the application: reason first, for it is what a decision hangs on. */
export function DetailPhone({ detail }: { readonly detail: CountryBudgetDetail }) {
  const { document, names } = detail
  const named = (list: Readonly<Record<string, string>>, code: string | null | undefined): string | null => {
    if (!code) return null
    const name = list[code]
    return name && name !== code ? `${code} / ${name}` : code
  }
  return (
    <Fold title={pageText('phone.detail')} isOpenAtFirst>
      <Pairs
        pairs={[
          [t('documents.countryBudget.fields.reason'), document.reason],
          [t('documents.countryBudget.fields.areaId'), names.areas[document.areaId] ?? document.idcCode],
          [t('page.period'), periodText(document.year, document.month)],
          [t('documents.countryBudget.fields.projectPoolCode'), named(names.pools, document.projectPoolCode)],
          [t('documents.countryBudget.fields.budgetDeptCode'), named(names.departments, document.budgetDeptCode)],
          [
            t('documents.countryBudget.fields.productClass'),
            t(`documents.countryBudget.options.productClass.${document.productClass}`),
          ],
          [t('documents.countryBudget.fields.regionCode'), named(names.regions, document.regionCode)],
          [t('documents.countryBudget.fields.submittedAt'), formatTime(document.submittedAt)],
        ]}
      />
    </Fold>
  )
}
