import { defineList, type ListColumn } from '#kernel/engine/read-list/read-list.ts'
import { AUDIT_KINDS, type EntryView } from '../auditing-wire.ts'

type Column = ListColumn<EntryView>

const field = (name: string) => `auditingPage.fields.${name}`
const text = (key: keyof EntryView, width: number, more: Partial<Column> = {}): Column => ({
  key,
  kind: 'text',
  title: field(key),
  width,
  ...more,
})

/** Acts with the person, on whose behalf, when and from where, with the values before and after. */
export const auditEntries = defineList<EntryView>({
  name: 'auditEntry',
  path: '/aps/audit/entries',
  calls: { page: 'queryPage', count: 'count', export: 'export' },
  right: 'auditing.entries.view',
  exportRight: 'auditing.entries.export',
  title: 'auditingPage.title',
  menu: { code: 'system_audit', pcode: 'system', sortIndex: 960, name: 'menu.entries', icon: 'list' },
  emptyText: 'auditingPage.empty',
  ways: 'auditingPage.ways',
  columns: [
    { key: 'at', kind: 'time', title: field('at'), hasSeconds: true },
    text('actor', 160, { card: 'fact' }),
    text('action', 120, { card: 'fact' }),
    text('type', 130, { card: 'below' }),
    text('subject', 140, { card: 'below' }),
    text('before', 180),
    text('after', 260, { card: 'fact' }),
    { key: 'kind', kind: 'word', title: field('kind'), words: 'auditingPage.kinds', width: 90, card: 'none' },
    text('behalf', 150),
    text('address', 130),
    {
      key: 'request',
      kind: 'text',
      title: field('request'),
      value: ({ requestId }) => requestId,
      width: 140,
      isCodeInFile: true,
    },
    text('more', 260, { isHidden: true }),
    { key: 'id', kind: 'code', title: field('id'), only: 'file' },
  ],
  fileOrder: 'at kind actor behalf action type subject before after more address request id',
  filters: [
    { kind: 'search', name: 'actor', title: field('actor') },
    { kind: 'text', name: 'subject', title: field('subject') },
    { kind: 'text', name: 'action', title: field('action') },
    { kind: 'dates', name: 'at', title: field('at') },
    { kind: 'choice', name: 'kind', title: field('kind'), values: AUDIT_KINDS, words: 'auditingPage.kinds' },
    { kind: 'text', name: 'request', title: field('request') },
    { kind: 'text', name: 'address', title: field('address') },
    { kind: 'text', name: 'type', title: field('type') },
    { kind: 'search', name: 'behalf', title: field('behalf') },
  ],
})
