import { loadDocumentTexts } from '#kernel/web/console/client/i18n.ts'
import type { Values } from '#kernel/web/console/sheet/sheet-columns.ts'
import { homeDay } from '#kernel/web/ui/time.ts'
import { schemeTermination } from './scheme-termination.doc.ts'
import { childForm } from '../shared/scheme-child.form.ts'
import { lineLimits, serverTotal } from '../decision/line-limits.web.ts'
import type { SchemeDocumentWeb } from '../shared/scheme-document-web.web.ts'
import type { SchemeFundingLine } from '../drafts-and-names/scheme-options.web.ts'
import { schemePage } from '../shared/scheme-page.web.ts'
import { schemeText } from '../shared/scheme-texts.web.ts'

await loadDocumentTexts('scheme', {
  en: async () => ({ schemeTermination: (await import('./termination.en.ts')).schemeTermination }),
  zh: async () => ({ schemeTermination: (await import('./termination.zh.ts')).schemeTermination }),
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
    // All open money is released by default; a line lists what to keep.
    lineColumns: ({ disposition }) =>
      disposition === 'keepEarned'
        ? ['fundingNo', 'openCommitted', 'openAccrued', 'keepAmount', 'amount', 'remark']
        : [],
  },
  page: schemePage(schemeTermination),
}
