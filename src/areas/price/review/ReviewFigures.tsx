import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { loadPartTexts } from '#kernel/web/console/client/i18n.ts'
import { readText } from '#kernel/web/console/document/reading.ts'
import { nameOf } from '#kernel/engine/definition/view.ts'
import { Amount } from '#kernel/web/ui/Amount.tsx'
import { priceReview } from './price-review.doc.ts'
import '#kernel/web/console/list/figure-table.css'
import './review-figures.css'
import type { ReviewFigureTexts } from './review-figures.en.ts'
import type { Figures, ReviewFigures as Found } from './review-figures.ts'

const t = await loadPartTexts<ReviewFigureTexts>('reviewFigures', {
  en: () => import('./review-figures.en.ts'),
  zh: () => import('./review-figures.zh.ts'),
})

const COLUMNS = ['soldUnits', 'marginBefore', 'marginAfter', 'stockUnits', 'protection', 'fallsOut'] as const

/** What a review changes, line by line, for whoever decides on it. */
export function ReviewFigures({ detail }: { readonly detail: DocumentDetail<Found> }) {
  const { document, names, decisionFacts } = detail
  if (!decisionFacts || document.state !== 'underApproval') return null
  const { lines, total, days, leftOut } = decisionFacts
  const currency = readText(document['currency'])
  const shown = COLUMNS.filter((column) => total[column] !== null)
  const caption = t('title', { days })
  const product = (lineNo: number) => {
    const code = readText(document.lines[lineNo - 1]?.['skuCode'])
    return nameOf(priceReview.lines.skuCode, names, code) ?? code
  }
  const row = (name: string, figures: Figures, isTotal = false) => (
    <tr key={name} className={isTotal ? 'review-figures-total' : undefined}>
      <th scope="row">{name}</th>
      {shown.map((column) => {
        const value = figures[column]
        return (
          <td key={column} className="cell-right" data-head={t(column)}>
            {typeof value === 'string' ? <Amount value={value} currency={currency} /> : (value ?? '/')}
          </td>
        )
      })}
    </tr>
  )
  return (
    <section className="form-section review-figures">
      <h2>{caption}</h2>
      <div className="figure-scroll" tabIndex={0} role="region" aria-label={caption}>
        <table className="figure-table" aria-label={caption}>
          <thead>
            <tr>
              <th scope="col">{documentTexts(priceReview).lineField('skuCode')}</th>
              {shown.map((column) => (
                <th key={column} scope="col" className="cell-right">
                  {t(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {row(t('total'), total, true)}
            {lines.map((line) => row(`${line.lineNo}. ${product(line.lineNo)}`, line))}
          </tbody>
        </table>
      </div>
      {leftOut > 0 ? <p className="quiet">{t('leftOut', { count: leftOut })}</p> : null}
    </section>
  )
}
