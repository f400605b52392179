import type { StateColour } from '#kernel/engine/definition/definition.ts'
import { defineList } from '#kernel/engine/read-list/read-list.ts'
import type { RequestState, RequestView } from '../permission-wire.ts'

const COLOURS: Readonly<Record<RequestState, StateColour>> = {
  open: 'orange',
  drafted: 'blue',
  granted: 'green',
  declined: 'red',
}
const text = (name: string) => `permissionPage.requests.${name}`

/** Requests of people for pages and rights, with their results. */
export const requestList = defineList<RequestView>({
  name: 'accessRequest',
  path: '/aps/permission/request',
  calls: { count: 'count', export: 'export' },
  right: 'permission.access.view',
  exportRight: 'permission.export',
  title: text('title'),
  emptyText: text('empty'),
  columns: [
    { key: 'account', kind: 'code', title: 'permissionPage.access.account', only: 'file' },
    {
      key: 'name',
      kind: 'text',
      title: text('who'),
      width: 210,
      value: ({ name, account }) => `${name} (${account})`,
      fileValue: ({ name }) => name,
    },
    { key: 'target', kind: 'text', title: text('what'), width: 190, value: ({ targetName }) => targetName },
    { key: 'reason', kind: 'text', title: text('reason'), width: 240 },
    { key: 'state', kind: 'state', title: text('state'), words: text('states'), colours: COLOURS, width: 110 },
    // Before the long texts, so that the page's purpose is visible in a narrow window.
    { key: 'act', kind: 'text', title: text('act'), width: 220, only: 'page', isPrintHidden: true },
    { key: 'askedAt', kind: 'time', title: text('askedAt') },
    {
      key: 'rights',
      kind: 'text',
      title: text('rights'),
      width: 220,
      value: ({ rights }) => rights.map(({ name }) => name).join(' / '),
    },
    { key: 'answeredAt', kind: 'time', title: text('answered') },
    { key: 'answer', kind: 'text', title: text('answer'), width: 200 },
  ],
  filters: [
    { kind: 'choice', name: 'state', title: text('state'), values: Object.keys(COLOURS), words: text('states') },
    { kind: 'text', name: 'keyword', title: 'permissionPage.access.keyword' },
  ],
})
