import { expect, test } from 'vitest'
import type { MenuItem } from '../client/storage.ts'
import type { KnownPage } from '../pages.ts'
import { isBare, phoneAddress, resolveAddress, type Pages } from './routing.ts'

function page(path: string, more: Partial<KnownPage> = {}): KnownPage {
  return { path, device: 'pc', isBuilt: true, ...more }
}

const all = [
  page('/index'),
  page('/404'),
  page('/list'),
  page('/detail', { bareWithoutType: true }),
  page('/second', { sameComponentAs: '/detail', bareWithoutType: true }),
  page('/later', { isBuilt: false }),
  page('/m', { device: 'mobile' }),
]
const pages: Pages = {
  findPage: (path) => all.find((entry) => entry.path === path),
  findGroup: (path) => (path === '/bpm/group' ? { path, menu: 'group', ownPage: '/later' } : undefined),
}

function item(code: string, url: string, more: Partial<MenuItem> = {}): MenuItem {
  const shared = { pcode: '', name: '', nameEn: '', icon: '', routingCache: false, hidden: false, sortIndex: 0 }
  return { ...shared, code, url, ...more }
}

const lead = (path: string, menus: readonly MenuItem[] = []): string => {
  const [pathname = '', query] = path.split('?')
  const resolved = resolveAddress(pathname, menus, pages, query === undefined ? '' : `?${query}`)
  return resolved.kind === 'redirect' ? resolved.to : resolved.kind
}

test('the root address leads home, an unknown one to /404, and a trailing slash is removed', () => {
  expect(lead('/')).toBe('/index')
  expect(lead('/nowhere')).toBe('/404')
  expect(lead('/nowhere/')).toBe('/404')
  expect(lead('/list/')).toBe('/list')
  expect(lead('/list/?page=2')).toBe('/list?page=2')
})

test('a page outside the permitted menu leads to /403, which names it with its query', () => {
  expect(lead('/list')).toBe('/403?from=%2Flist')
  expect(lead('/list?formInstanceId=35-1&taskId=2')).toBe('/403?from=%2Flist%3FformInstanceId%3D35-1%26taskId%3D2')
  expect(lead('/list', [item('list', '/list')])).toBe('page')
  expect(lead('/list', [item('list', '/list', { hidden: true })])).toBe('page')
})

test('a second address of a page is open to those who have the page', () => {
  expect(lead('/second')).toBe('/403?from=%2Fsecond')
  expect(lead('/second', [item('detail', '/detail')])).toBe('page')
})

test('a page that is not built yet is open to everybody, and a phone page is loaded separately', () => {
  expect(lead('/later')).toBe('page')
  expect(lead('/m')).toBe('phone')
})

test('a link followed in a narrow window leads to the page for a phone, an address opened by itself does not', () => {
  const resolved = { kind: 'page', page: page('/form/pc', { phone: '/form/mobile' }), menu: undefined } as const
  expect(phoneAddress(resolved, '?type=new', true, true)).toBe('/form/mobile?type=new')
  expect(phoneAddress(resolved, '?type=new', false, true)).toBe(null)
  expect(phoneAddress(resolved, '?type=new', true, false)).toBe(null)
  expect(phoneAddress({ ...resolved, page: page('/list') }, '', true, true)).toBe(null)
})

test('a menu group leads to its first visible page, or to its own page', () => {
  const group = item('group', '/bpm/group')
  expect(lead('/bpm/group')).toBe('/later')
  expect(lead('/bpm/group', [group, item('a', '/a', { pcode: 'group', hidden: true })])).toBe('/later')
  const children = [
    item('b', '/b', { pcode: 'group', sortIndex: 2 }),
    item('inner', '', { pcode: 'group', sortIndex: 1 }),
    item('c', '/c', { pcode: 'inner' }),
  ]
  expect(lead('/bpm/group', [group, ...children])).toBe('/c')
})

test('a page is bare if it hides its bars and its address has no type', () => {
  expect(isBare(page('/detail', { bareWithoutType: true }), '?formInstanceId=1-1')).toBe(true)
  expect(isBare(page('/detail', { bareWithoutType: true }), '?type=edit')).toBe(false)
  expect(isBare(page('/list'), '')).toBe(false)
})
