import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import { requireCompanyWide } from '#kernel/platform/access/company-wide.ts'
import { exportColumn, wordsOf } from '#kernel/platform/exports/export-columns.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import type { EntryView } from '../auditing-wire.ts'
import { auditingPage as en } from '../locale/page.en.ts'
import { auditingPage as zh } from '../locale/page.zh.ts'
import { allEntries, entryCount, entryView } from './entry.queries.ts'
import { filterSchemas, PATH, requireMoments } from './entry.routes.ts'

const texts = overridableTexts('auditingPage', { en, zh })
const words = wordsOf(texts)
type Entry = EntryView & { readonly language: Language }

const FILTERS: Readonly<Record<string, (language: Language) => string>> = {
  request: words('fields.request'),
  subject: words('fields.subject'),
  address: words('fields.address'),
  actor: words('fields.actor'),
  behalf: words('fields.behalf'),
  type: words('fields.type'),
  kind: words('fields.kind'),
  atFrom: (language) => `${texts[language].fields.at} >=`,
  atTo: (language) => `${texts[language].fields.at} <`,
}

/** The export itself refuses more than a list may have. */
const MOST = 1_000_001

export const entryExport: ListExport = {
  name: 'auditEntry',
  path: `${PATH}/export`,
  key: 'id',
  viewRight: 'auditing.entries.view',
  right: 'auditing.entries.export',
  filters: filterSchemas,
  isClosed: true,
  title: words('title'),
  filterTitle: (language, filter) => FILTERS[filter]?.(language) ?? filter,
  columns: [
    exportColumn<Entry>('at', 'instant', words('fields.at'), (row) => new Date(row.at)),
    exportColumn<Entry>('kind', 'text', words('fields.kind'), (row) => texts[row.language].kinds[row.kind]),
    exportColumn<Entry>('actor', 'text', words('fields.actor'), (row) => row.actor),
    exportColumn<Entry>('behalf', 'text', words('fields.behalf'), (row) => row.behalf),
    exportColumn<Entry>('action', 'text', words('fields.action'), (row) => row.action),
    exportColumn<Entry>('type', 'text', words('fields.type'), (row) => row.type),
    exportColumn<Entry>('subject', 'text', words('fields.subject'), (row) => row.subject),
    exportColumn<Entry>('before', 'text', words('fields.before'), (row) => row.before),
    exportColumn<Entry>('after', 'text', words('fields.after'), (row) => row.after),
    exportColumn<Entry>('more', 'text', words('fields.more'), (row) => row.more),
    exportColumn<Entry>('address', 'text', words('fields.address'), (row) => row.address),
    exportColumn<Entry>('request', 'code', words('fields.request'), (row) => row.requestId),
    exportColumn<Entry>('id', 'code', words('fields.id'), (row) => row.id),
  ],
  query: async (_tx, { language, principal }, { filters }) => {
    requireCompanyWide(principal)
    requireMoments(filters)
    return {
      rows: allEntries(filters),
      count: entryCount(filters, MOST),
      rowOf: (row) => ({ ...entryView(row as never, language, principal), language }),
    }
  },
}
