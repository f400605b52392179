import { useMemo } from 'react'
import { post } from '#kernel/web/console/client/api.ts'
import { areaTexts, loadPartTexts, type Translate } from '#kernel/web/console/client/i18n.ts'
import type { Page } from '#kernel/web/console/client/paging.ts'
import { ExportButton } from '#kernel/web/console/downloads/ExportButton.tsx'
import { textColumn, timeColumn } from '#kernel/web/console/list/columns.tsx'
import type { FilterSpec } from '#kernel/web/console/list/filters/filter-spec.ts'
import { ListPage } from '#kernel/web/console/list/ListPage.tsx'
import { ListView } from '#kernel/web/console/list/ListView.tsx'
import type { Column } from '#kernel/web/ui/table-columns.ts'
import { AUDIT_KINDS, type EntryView } from '../auditing-wire.ts'
import type { AuditingPageTexts } from '../locale/page.en.ts'

// Loaded on demand with the page, in one language.
await loadPartTexts('auditingPage', {
  en: () => import('../locale/page.en.ts'),
  zh: () => import('../locale/page.zh.ts'),
})
const text: Translate<AuditingPageTexts> = areaTexts<AuditingPageTexts>('auditingPage')

const PATH = '/aps/audit/entries'

/** Who did what, for whom, when and from where, with the values before and after. */
export function AuditPage() {
  const columns = useMemo(() => entryColumns(), [])
  const filters = useMemo(() => entryFilters(), [])
  return (
    <ListPage title={text('title')}>
      <ListView<EntryView>
        name="auditEntry"
        caption={text('title')}
        columns={columns}
        rowKey={idOf}
        filters={filters}
        fetchPage={(request, signal) => post<Page<EntryView>>(`${PATH}/queryPage`, request, { signal, handles: true })}
        fetchCount={(asked, signal) => post(`${PATH}/count`, asked, { signal, handles: true })}
        ways={WAYS}
        emptyText={text('empty')}
        tools={(view) => <ExportButton path={`${PATH}/export`} right="auditing.entries.export" view={view} />}
      />
    </ListPage>
  )
}

const WAYS = {
  newest: text('ways.newest'),
  newer: text('ways.newer'),
  older: text('ways.older'),
  oldest: text('ways.oldest'),
}
const idOf = (entry: EntryView): string => entry.id

function entryColumns(): readonly Column<EntryView>[] {
  return [
    timeColumn('at', text('fields.at'), (entry) => entry.at),
    textColumn('kind', text('fields.kind'), (entry) => text(`kinds.${entry.kind}`), { width: 90 }),
    textColumn('actor', text('fields.actor'), (entry) => entry.actor, { width: 190 }),
    textColumn('behalf', text('fields.behalf'), (entry) => entry.behalf, { width: 150 }),
    textColumn('action', text('fields.action'), (entry) => entry.action, { width: 150 }),
    textColumn('type', text('fields.type'), (entry) => entry.type, { width: 140 }),
    textColumn('subject', text('fields.subject'), (entry) => entry.subject, { width: 220 }),
    textColumn('before', text('fields.before'), (entry) => entry.before, { width: 260 }),
    textColumn('after', text('fields.after'), (entry) => entry.after, { width: 260 }),
    textColumn('address', text('fields.address'), (entry) => entry.address, { width: 130 }),
    textColumn('request', text('fields.request'), (entry) => entry.requestId, { width: 140 }),
    textColumn('more', text('fields.more'), (entry) => entry.more, { width: 260, isHidden: true }),
  ]
}

function entryFilters(): readonly FilterSpec[] {
  return [
    { kind: 'text', name: 'actor', label: `${text('fields.actor')} (${text('actorHint')})` },
    { kind: 'text', name: 'behalf', label: `${text('fields.behalf')} (${text('actorHint')})` },
    { kind: 'text', name: 'subject', label: text('fields.subject') },
    { kind: 'dates', name: 'at', label: text('fields.at') },
    {
      kind: 'choice',
      name: 'kind',
      label: text('fields.kind'),
      options: AUDIT_KINDS.map((value) => ({ value, label: text(`kinds.${value}`) })),
    },
    { kind: 'text', name: 'request', label: text('fields.request') },
    { kind: 'text', name: 'address', label: text('fields.address') },
    { kind: 'text', name: 'type', label: text('fields.type') },
  ]
}
