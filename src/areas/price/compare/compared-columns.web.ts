import type { AreaOption } from '#areas/budget/budget.web.facade.ts'
import type { ListColumn } from '#kernel/engine/read-list/read-list.ts'
import { listText } from '#kernel/web/console/list/read-list/read-list-api.ts'
import { comparisonText } from '../price-texts.web.ts'
import type { ComparisonQuestion } from './comparison-question.ts'
import { type ComparedPrice, priceComparison, REPORTING } from './price-comparison.list.ts'

type Names = readonly [left: string, right: string]

/** What the sides differ in: their areas, classifications or days. */
export function sideNames(asked: ComparisonQuestion, areas: readonly AreaOption[]): Names {
  const areaOf = (id: string) => areas.find(({ value }) => value === id)?.label ?? ''
  if (asked.kind === 'areas') return [areaOf(asked.areaId), areaOf(asked.otherAreaId)]
  if (asked.kind === 'days') return [asked.asOf || comparisonText('now'), asked.otherAsOf || comparisonText('now')]
  return [asked.classificationCode, asked.otherClassificationCode]
}

/** A title that begins with the side begins with its name instead: “India: price”. */
function titleOf({ key, title }: ListColumn<ComparedPrice>, [left, right]: Names): string {
  const side = (['left', 'right'] as const).find((each) => key.startsWith(each))
  if (side === undefined) return title
  const column = listText(title)
    .slice(comparisonText(side).length)
    .replace(/^[:：]\s*/, '')
  return comparisonText('ofSide', { side: side === 'left' ? left : right, column })
}

/** The columns of this comparison: those that the reader may see, the reporting currency of two areas alone, each called after its side. */
export function comparedColumns(
  kind: ComparisonQuestion['kind'],
  names: Names,
  may: (right: string) => boolean,
): readonly ListColumn<ComparedPrice>[] {
  const hidden: readonly string[] =
    kind === 'areas' ? ['difference', 'differencePercent'] : [...REPORTING, 'rightCurrency']
  return priceComparison.columns
    .filter(({ key, right }) => !hidden.includes(key) && (right === undefined || may(right)))
    .map((each) =>
      // Of one area both sides have the same currency.
      each.key === 'leftCurrency' && kind !== 'areas'
        ? { ...each, title: 'priceComparison.columns.currency' }
        : { ...each, title: titleOf(each, names) },
    )
}
