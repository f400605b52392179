import { loadDocumentTexts } from '#kernel/console/client/i18n.ts'
import type { Values } from '#kernel/console/sheet/sheet-columns.ts'
import { homeDay } from '#kernel/ui/time.ts'
import { schemeTermination } from '../scheme-termination.doc.ts'
import { childForm } from './scheme-child.form.ts'
import { lineLimits, serverTotal } from './line-limits.ts'
import type { SchemeDocumentWeb } from './scheme-document-web.ts'
import type { SchemeFundingLine } from './scheme-options.ts'
import { schemePage } from './scheme-page.ts'
import { schemeText } from './scheme-texts.ts'

await loadDocumentTexts('scheme', {
  en: async () => ({ schemeTermination: (await import('../locale/termination.en.ts')).schemeTermination }),
  zh: async () => ({ schemeTermination: (await import('../locale/termination.zh.ts')).schemeTermination }),
})

const freeAccrued = ({ freeAccrued: free }: SchemeFundingLine) => free

const start = (): Values => ({ terminationDate: homeDay(), postingDate: homeDay(), disposition: 'releaseAll' })

/** Terminations on their pages. */
export const document: SchemeDocumentWeb = {
  route: 'terminal',
  form: {
    ...childForm(schemeTermination, { free: freeAccrued, start }),
    limits: lineLimits(schemeTermination, 'keepAmount', [
      { of: ['freeAccrued'], label: () => schemeText('page.freeAccrued'), shared: 'fundingNo' },
    ]),
    total: serverTotal,
    // Everything goes without a word; a line says what of it stays.
    lineColumns: ({ disposition }) =>
      disposition === 'keepEarned'
        ? ['fundingNo', 'openCommitted', 'openAccrued', 'keepAmount', 'amount', 'remark']
        : [],
  },
  page: schemePage(schemeTermination),
}
