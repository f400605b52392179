import { expect, test } from 'vitest'
import type { MenuItem } from '../client/storage.ts'
import { crumbsOf } from './crumbs.ts'

function item(code: string, url: string, pcode = ''): MenuItem {
  return { code, pcode, url, name: code, nameEn: code, icon: '', routingCache: false, hidden: false, sortIndex: 0 }
}
const menus = [item('Budget', ''), item('List', '/list', 'Budget'), item('Approval', '/doc', 'Budget')]
const place: Parameters<typeof crumbsOf>[0] = {
  page: { path: '/doc', device: 'pc', isBuilt: true },
  menu: menus[2],
  menus,
  title: 'Approval',
  document: null,
  nameOf: (menu) => menu.code,
}
const read = (given: Partial<typeof place>) =>
  crumbsOf({ ...place, ...given }).map(({ text, to }) => (to ? `${text} -> ${to}` : text))

test('the breadcrumb shows group, page and document', () => {
  expect(read({})).toEqual(['Budget', 'Approval'])
  expect(read({ document: 'CB1' })).toEqual(['Budget', 'Approval', 'CB1'])
  expect(read({ document: 'Approval' })).toEqual(['Budget', 'Approval'])
})

test('the breadcrumb of a page reached from a list leads back to the list', () => {
  const reached = { ...place.page, parent: '/list' }
  expect(read({ page: reached })).toEqual(['Budget', 'List -> /list', 'Approval'])
  expect(read({ page: reached, document: 'CB1' })).toEqual(['Budget', 'List -> /list', 'CB1'])
})

test('a group that is called like its list stands once in the breadcrumb', () => {
  const schemes = [item('Schemes', ''), item('Schemes', '/list', 'Schemes')]
  expect(read({ page: { ...place.page, path: '/list' }, menu: schemes[1], menus: schemes, title: 'Schemes' })).toEqual([
    'Schemes',
  ])
})

test("the breadcrumb of a page outside the menu shows the page's own title", () => {
  expect(crumbsOf({ ...place, menu: undefined, title: 'no-name', document: 'Later' })).toEqual([{ text: 'Later' }])
  expect(crumbsOf({ ...place, menu: undefined, title: 'no-name' })).toEqual([{ text: 'no-name' }])
})
