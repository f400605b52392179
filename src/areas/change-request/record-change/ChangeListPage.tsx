import { useMemo } from 'react'
import { post } from '#kernel/web/console/client/api.ts'
import { type DocumentHead, formAddress, pageAddress } from '#kernel/web/console/client/document-api.ts'
import { documentTexts } from '#kernel/web/console/client/document-texts.ts'
import { areaTexts } from '#kernel/web/console/client/i18n.ts'
import type { Page } from '#kernel/web/console/client/paging.ts'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import {
  documentColumn,
  personColumn,
  stateColumn,
  textColumn,
  timeColumn,
  waitingColumn,
} from '#kernel/web/console/list/columns.tsx'
import { deleteDrafts } from '#kernel/web/console/list/document/delete-drafts.ts'
import type { FilterSpec } from '#kernel/web/console/list/filters/filter-spec.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ListView } from '#kernel/web/console/list/ListView.tsx'
import { useButtons, useSession } from '#kernel/web/console/shell/session-context.ts'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import type { ChangeTexts } from '../locale/en.ts'
import { recordChange } from './record-change.doc.ts'

interface ChangeRow extends DocumentHead {
  readonly changeKind: string | null
  readonly recordKind: string | null
  readonly recordKey: string | null
  readonly organisationCode: string | null
  readonly reason: string | null
}

const t = areaTexts<ChangeTexts>('change-request')
const { api, states } = recordChange
type State = keyof typeof states

const idOf = (row: ChangeRow): string => row.id
const noOf = (row: ChangeRow): string => row.no

/** The list of change requests with state and assignees. */
export default function ChangeListPage() {
  const { userAccount } = useSession().user
  const buttons = useButtons('change_list')
  const texts = documentTexts(recordChange)
  const columns = useMemo(() => changeColumns(userAccount), [userAccount])
  const filters = useMemo(() => changeFilters(), [])
  const mayAsk = buttons?.('change.record.submit') ?? null
  const bulk = useMemo(
    () => (mayAsk === null ? null : mayAsk ? [deleteDrafts<ChangeRow>(recordChange, userAccount)] : []),
    [mayAsk, userAccount],
  )
  return (
    <ListPage title={t('menu.list')}>
      <ListView<ChangeRow>
        name={recordChange.name}
        caption={texts.text('label')}
        columns={columns}
        rowKey={idOf}
        rowLabel={noOf}
        filters={filters}
        defaultSort="-createdAt"
        fetchPage={(request, signal) => post<Page<ChangeRow>>(`${api}/queryByPage`, request, { signal, handles: true })}
        fetchCount={(asked, signal) => post(`${api}/count`, asked, { signal, handles: true })}
        addressOf={(row) => addressOf(row, userAccount)}
        bulk={bulk}
        tools={(view) => <ExportButton path={`${api}/export`} right="change.record.export" view={view} />}
      />
    </ListPage>
  )
}

/** The person's own draft opens for editing; everything else for viewing. */
function addressOf(row: ChangeRow, account: string): string {
  const isMine = row.drafter.account === account
  return row.formInstanceId && !(isMine && row.state === 'draft')
    ? pageAddress(recordChange, 'pc', row.formInstanceId)
    : (formAddress(recordChange, 'pc', row.no) ?? '')
}

function changeColumns(account: string): readonly Column<ChangeRow>[] {
  const texts = documentTexts(recordChange)
  const field = (name: string) => texts.field(name)
  return [
    documentColumn('no', field('no'), { no: noOf, address: (row) => addressOf(row, account) }, { sort: 'no' }),
    textColumn('changeKind', field('changeKind'), (row) =>
      row.changeKind ? texts.option('changeKind', row.changeKind) : null,
    ),
    textColumn('recordKey', field('recordKind'), (row) => row.recordKey),
    stateColumn('state', field('state'), {
      state: (row) => row.state as State,
      colours: states,
      text: (state) => texts.state(state),
    }),
    textColumn('organisationCode', field('organisationCode'), (row) => row.organisationCode),
    personColumn('currentHolder', field('currentHolder'), (row) => row.currentHolder),
    waitingColumn((row) => row.waitingSince, { key: 'waitingSince', title: field('waitingSince') }),
    personColumn('drafter', field('drafter'), (row) => row.drafter),
    textColumn('reason', field('reason'), (row) => row.reason),
    timeColumn('createdAt', field('createdAt'), (row) => row.createdAt, { sort: 'createdAt' }),
  ]
}

function changeFilters(): readonly FilterSpec[] {
  const texts = documentTexts(recordChange)
  const field = (name: string) => texts.field(name)
  return [
    { kind: 'text', name: 'no', label: field('no'), rule: { maxLength: 20 } },
    {
      kind: 'choice',
      name: 'state',
      label: field('state'),
      options: Object.keys(states).map((value) => ({ value, label: texts.state(value) })),
    },
    {
      kind: 'choice',
      name: 'changeKind',
      label: field('changeKind'),
      options: (['new', 'change'] as const).map((value) => ({ value, label: texts.option('changeKind', value) })),
    },
    { kind: 'text', name: 'recordKey', label: field('recordKey') },
    { kind: 'dates', name: 'created', label: field('createdAt') },
    { kind: 'text', name: 'drafter', label: field('drafter') },
  ]
}
