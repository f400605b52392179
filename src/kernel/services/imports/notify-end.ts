import { interpolate } from '#kernel/base/i18n/interpolate.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'
import type { NotificationSubject } from '#kernel/services/notify/notification-subjects.ts'
import { notifyPeople } from '#kernel/services/notify/own-account.ts'
import type { ImportRun } from './import-run.ts'
import { importTexts } from './import-texts.ts'

const IMPORT = 'import'

/** An import in the notifications of the person who started it. A phone has no page of a run: its card is in the download centre. */
export const importSubject: NotificationSubject = {
  type: IMPORT,
  right: null,
  title: (language) => importTexts[language].notice,
  pages: ({ document_id: id }) => ({ pc: `/imports/run?id=${id}`, mobile: '/download/center' }),
}

type Ending = keyof (typeof importTexts)['en']['ended']

/** Tells the person who started an import that it has ended, and how; not where they ended it themselves. */
export async function notifyEnd(tx: Tx, run: ImportRun, at: Date, ending?: Ending): Promise<void> {
  const { id, state, user_id: userId, file_name: file, rows_applied: rows } = run
  await notifyPeople(
    tx,
    { kind: 'importEnded', actorId: null, at },
    [
      {
        userId,
        words(language) {
          const { ended } = importTexts[language]
          return interpolate(ended[ending ?? (state as Ending)], { file, rows })
        },
      },
    ],
    () => ({ documentType: IMPORT, documentId: id }),
  )
}
