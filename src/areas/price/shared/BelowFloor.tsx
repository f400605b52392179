import { nameOf } from '#kernel/engine/definition/view.ts'
import { Banner } from '#kernel/web/console/Banner.tsx'
import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import { readText } from '#kernel/web/console/document/reading.ts'
import { priceReview } from '../review/price-review.doc.ts'
import type { BelowFloorTexts } from './below-floor.en.ts'

const t = await loadPartTexts<BelowFloorTexts>('belowFloor', {
  en: () => import('./below-floor.en.ts'),
  zh: () => import('./below-floor.zh.ts'),
})

/** Says which prices lie below their floor, to people who may see margin and floor: nobody else has these columns. */
export function BelowFloor({ detail: { document, names } }: { readonly detail: DocumentDetail }) {
  const below = document.lines.flatMap((line) => {
    const [margin, floor] = [readText(line['margin']), readText(line['floorMargin'])]
    return margin && floor && Number(margin) < Number(floor) ? { line, margin, floor } : []
  })
  const [lowest] = below.toSorted((a, b) => Number(a.margin) - Number(b.margin))
  if (!lowest) return null
  const code = readText(lowest.line['skuCode'])
  const product = nameOf(priceReview.lines.skuCode, names, code) ?? code
  const { margin, floor } = lowest
  return (
    <Banner kind="warning">
      {t('of', { count: below.length, lines: document.lines.length, margin, floor, product: product ?? '' })}
    </Banner>
  )
}
