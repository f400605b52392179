import { defineList } from '#kernel/engine/read-list/read-list.ts'
import type { AccessRow } from '../permission-wire.ts'

const text = (name: string) => `permissionPage.access.${name}`

export const accessAddress = (account: string): string => `/system/access/edit?account=${encodeURIComponent(account)}`

/** People with the roles that they hold, and where. */
export const accessList = defineList<AccessRow>({
  name: 'permissionAccess',
  path: '/aps/permission/access',
  calls: { count: 'count', export: 'export' },
  right: 'permission.access.view',
  exportRight: 'permission.export',
  title: text('title'),
  emptyText: text('empty'),
  rowKey: 'account',
  address: ({ account }) => accessAddress(account),
  columns: [
    { key: 'account', kind: 'document', title: text('account') },
    { key: 'name', kind: 'text', title: text('name'), width: 210 },
    { key: 'jobTitle', kind: 'text', title: text('job'), width: 170 },
    { key: 'status', kind: 'word', title: text('state'), words: text('states'), width: 100 },
    {
      key: 'grants',
      kind: 'text',
      title: text('grants'),
      width: 420,
      value: ({ grants }) => grants.map(({ role, place }) => `${role} @ ${place}`).join(', '),
    },
    ...(['customers', 'stores'] as const).map((key) => ({
      key,
      kind: 'number' as const,
      title: text(key),
      width: 90,
      value: (row: AccessRow) => row[key] || null,
      fileValue: (row: AccessRow) => row[key],
    })),
    { key: 'draftedAt', kind: 'time', title: text('drafted') },
  ],
  filters: [
    { kind: 'text', name: 'keyword', title: text('keyword') },
    { kind: 'choice', name: 'role', title: text('role') },
  ],
})
