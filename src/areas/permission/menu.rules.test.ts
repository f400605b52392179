import { expect, test } from 'vitest'
import { changedMenu } from '#kernel/access/menu-changes.ts'
import type { MenuEntry } from '#kernel/access/area.ts'
import { menuProblems, tidyMenu } from './menu.rules.ts'

const entry = (code: string, more: Partial<MenuEntry> = {}): MenuEntry => ({
  code,
  pcode: '',
  name: `${code}中`,
  nameEn: code,
  icon: '',
  url: '',
  routingCache: false,
  hidden: false,
  sortIndex: 1,
  rights: [],
  buttons: [],
  ...more,
})
const delivered = [
  entry('home', { url: '/index' }),
  entry('system', { sortIndex: 9 }),
  entry('permission_menus', { pcode: 'system', url: '/system/menus', rights: ['permission.menu.view'], sortIndex: 10 }),
  entry('budget', { sortIndex: 2 }),
  entry('list', {
    pcode: 'budget',
    url: '/budget/list',
    rights: ['budget.view'],
    buttons: ['budget.edit'],
    sortIndex: 3,
  }),
]
const rights = new Set(['budget.edit'])
const keys = (...changes: Parameters<typeof menuProblems>[1]) =>
  menuProblems(delivered, changes, rights).map(({ key }) => key.replace('permission.', ''))

test('what cannot be is said: a page that is none, a group that is none, a circle, a button nobody knows', () => {
  expect(keys({ code: 'list', url: '/nowhere' })).toEqual(['menuAddress'])
  expect(keys({ code: 'budget', url: '/index' })).toEqual(['menuAddress'])
  expect(keys({ code: 'list', pcode: 'home' })).toEqual(['menuGroup'])
  expect(keys({ code: 'budget', pcode: 'system' }, { code: 'system', pcode: 'budget' })).toEqual([
    'menuCircle',
    'menuCircle',
  ])
  expect(keys({ code: 'list', buttons: ['nobody.knows'] })).toEqual(['menuButton'])
  expect(keys({ code: 'list', name: ' ' })).toEqual(['bothNames'])
  expect(keys({ code: 'a b', name: '甲', nameEn: 'A' })).toEqual(['menuCode'])
})

test('the way back cannot be switched off, by its group neither', () => {
  expect(keys({ code: 'home', isOff: true })).toEqual(['menuNeeded'])
  expect(keys({ code: 'system', isOff: true })).toEqual(['menuNeeded'])
  expect(keys({ code: 'list', isOff: true })).toEqual([])
})

test('an entry of one’s own takes the rights and buttons of the page it leads to', () => {
  const own = { code: 'mine', pcode: 'system', name: '我的', nameEn: 'Mine', url: '/budget/list', sortIndex: 20 }
  expect(keys(own)).toEqual([])
  expect(changedMenu(delivered, [own]).at(-1)).toMatchObject({ rights: ['budget.view'], buttons: ['budget.edit'] })
})

test('only what differs is kept, and the rest follows what is delivered', () => {
  const changes = tidyMenu(delivered, [
    { ...delivered[4]!, nameEn: 'Budgets ', rights: ['all'] } as never,
    { ...delivered[0]! },
  ])
  expect(changes).toEqual([{ code: 'list', nameEn: 'Budgets' }])
  expect(changedMenu(delivered, changes).find(({ code }) => code === 'list')).toMatchObject({
    nameEn: 'Budgets',
    name: 'list中',
    rights: ['budget.view'],
  })
})
