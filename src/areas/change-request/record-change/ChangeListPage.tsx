import { useMemo } from 'react'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { areaTexts } from '#kernel/web/console/client/i18n.ts'
import { textColumn } from '#kernel/web/console/list/columns.tsx'
import { DocumentList } from '#kernel/web/console/list/document/DocumentList.tsx'
import type { DocumentRow, ShownOfList } from '#kernel/web/console/list/document/document-list.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { useButtons } from '#kernel/web/console/shell/session-context.ts'
import type { ChangeTexts } from '../locale/en.ts'
import { recordChange } from './record-change.doc.ts'

const t = areaTexts<ChangeTexts>('change-request')

/** The list of change requests with state and assignees. */
export default function ChangeListPage() {
  const buttons = useButtons('change_list')
  const shown = useMemo(() => shownOf(), [])
  return (
    <ListPage title={t('menu.list')}>
      <DocumentList
        definition={recordChange}
        caption={documentTexts(recordChange).text('label')}
        exportRight="change.record.export"
        shown={shown}
        mayDraft={buttons?.('change.record.submit') ?? null}
      />
    </ListPage>
  )
}

function shownOf(): ShownOfList {
  const recordKey = (row: DocumentRow) => row['recordKey'] as string | null
  return {
    columns: [
      'no',
      'changeKind',
      textColumn('recordKey', documentTexts(recordChange).field('recordKind'), recordKey),
      'state',
      'organisationCode',
      'currentHolder',
      'waitingSince',
      'drafter',
      'reason',
      'createdAt',
    ],
    filters: ['no', 'state', 'changeKind', 'recordKey', 'createdFrom', 'drafter'],
  }
}
