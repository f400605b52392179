import { areaOf } from '#areas/organisation/organisation.facade.ts'
import { skusCalled } from '#areas/product/product.facade.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import { documentLineFile } from '#kernel/services/line-file/document-line-file.server.ts'
import { draftImport } from '#kernel/services/line-file/draft-import.server.ts'
import type { ImportedLine } from '#kernel/services/line-file/line-file.server.ts'
import { priceErrors } from '../price.errors.ts'
import { priceReview } from './price-review.doc.ts'
import { priceReviewDocument } from './price-review.document.ts'
import { priceReview as en } from './price-review.en.ts'
import { priceReview as zh } from './price-review.zh.ts'
import { lineTemplateTexts } from '../locale/review-lines-texts.ts'

/** A row that names an SPU or a material becomes a line of each of its SKUs in life; a code that names nothing is a wrong SKU (E3). */
export async function ofEachSku(tx: Tx, lines: readonly ImportedLine[]): Promise<readonly ImportedLine[]> {
  const codeOf = ({ line }: ImportedLine) => line['skuCode'] ?? ''
  const isReadable = ({ errors }: ImportedLine) => errors.every(({ column }) => column !== 'skuCode')
  const called = await skusCalled(tx, lines.filter(isReadable).map(codeOf))
  return lines.flatMap((each) => {
    if (!isReadable(each)) return [each]
    const code = codeOf(each)
    const skus = called.get(code)
    if (skus) return skus.map((skuCode) => ({ ...each, line: { ...each.line, skuCode } }))
    const { key, params } = priceErrors.wrongSku({ sku: code })
    return [{ ...each, errors: [{ row: each.row, column: 'skuCode', key, params }, ...each.errors] }]
  })
}

/** Lines of a price review from a file. */
export const priceReviewFile = documentLineFile({
  kind: 'price-review-lines',
  definition: priceReview,
  document: priceReviewDocument,
  parsePath: '/gs/:idc/oversea/aps/price/review/parse',
  summary: 'Read the lines of a price review from a workbook, with an error per row and column; nothing is stored',
  titles: { en: en.lineFields, zh: zh.lineFields },
  example: {
    skuCode: 'SKU000101',
    price: '199.00',
    ladder: null,
    lineFrom: null,
    lineTo: null,
    remark: null,
  },
  aboutTheWhole: [],
  areaOf,
  lists: async () => ({}),
  expand: ofEachSku,
  keyOf: ({ skuCode, lineFrom, lineTo }) => [skuCode, lineFrom ?? '', lineTo ?? ''].join(' '),
  texts: lineTemplateTexts,
  address: ['idcCode'],
})

export const priceReviewLinesImport = draftImport(priceReviewFile)
