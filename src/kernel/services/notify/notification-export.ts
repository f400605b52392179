import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import { exportColumn, inTurn, moment, wordsOf } from '#kernel/platform/exports/export-columns.ts'
import type { ListExport } from '#kernel/platform/exports/list-export.ts'
import { viewRights } from '#kernel/engine/document/server-document.ts'
import type { Language } from '#kernel/base/i18n/language.ts'
import { exports as en } from '#kernel/platform/exports/locale/exports.en.ts'
import { exports as zh } from '#kernel/platform/exports/locale/exports.zh.ts'
import { noticeKinds as kindsEn } from './locale/notice-kinds.en.ts'
import { noticeKinds as kindsZh } from './locale/notice-kinds.zh.ts'
import type { Kind } from './kinds.ts'
import type { NoticeRow } from './notices-message.ts'
import { allNotices, matchingOf, noticeCount, noticeFilters, noticesWire } from './notification.routes.ts'
import type { Documents } from './wording.ts'

const texts = overridableTexts('exports', { en, zh })
const kinds = overridableTexts('noticeKinds', { en: kindsEn, zh: kindsZh })
const words = wordsOf(texts)

interface Notice {
  readonly language: Language
  readonly kind: Kind
  readonly documentNo: string
  readonly title: string
  readonly text: string
  readonly drafterName: string | null
  readonly opinion: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly at: string
  readonly readAt: string | null
}

/** A person's notifications, newest first; amounts and texts only of documents that they may read now. */
export function notificationExport(documents: Documents): ListExport {
  return {
    name: 'notification',
    path: '/aps/notification/export',
    key: 'id',
    filters: noticeFilters,
    isClosed: true,
    // Notifications concern tasks and documents under approval: people without a part in these got none.
    viewRight: 'approval.task.view',
    right: 'approval.task.export',
    readsBy: viewRights([...documents.values()]),
    title: words('notifications'),
    filterTitle: (language, filter) => texts[language][filter as 'kind' | 'group' | 'unread'],
    columns: [
      exportColumn<Notice>('at', 'instant', words('at'), (row) => moment(row.at)),
      exportColumn<Notice>('kind', 'text', words('kind'), (row) => kinds[row.language][row.kind]),
      exportColumn<Notice>('no', 'code', words('number'), (row) => row.documentNo),
      exportColumn<Notice>('title', 'text', words('title'), (row) => row.title),
      exportColumn<Notice>('text', 'text', words('text'), (row) => row.text),
      exportColumn<Notice>('drafter', 'text', words('drafter'), (row) => row.drafterName),
      exportColumn<Notice>('opinion', 'text', words('opinion'), (row) => row.opinion),
      exportColumn<Notice>('amount', 'amount', words('amount'), (row) => row.amount, { beside: 'currency' }),
      exportColumn<Notice>('currency', 'code', words('currency'), (row) => row.currency),
      exportColumn<Notice>('readAt', 'instant', words('readAt'), (row) => moment(row.readAt)),
    ],
    async query(tx, reader, { filters }) {
      const { language } = reader
      const matching = matchingOf(reader.principal.userId, filters)
      return {
        rows: allNotices(...matching),
        count: noticeCount(...matching),
        rowsOf: async (rows) => {
          const shown = await noticesWire(inTurn(tx), documents, reader, rows as unknown as NoticeRow[])
          return shown.map((row) => ({ ...row, language }))
        },
      }
    },
  }
}
