import { expect, test } from 'vitest'
import { changedMenu } from '#kernel/platform/access/menu-changes.ts'
import type { MenuEntry } from '#kernel/platform/access/area.ts'
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

test('a menu change with an unknown page, group or button or with a cycle is refused', () => {
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

test('the menu entries that are needed to undo a menu change cannot be switched off', () => {
  expect(keys({ code: 'home', isOff: true })).toEqual(['menuNeeded'])
  expect(keys({ code: 'system', isOff: true })).toEqual(['menuNeeded'])
  expect(keys({ code: 'list', isOff: true })).toEqual([])
})

test('an added menu entry takes the rights and buttons of its page', () => {
  const own = { code: 'mine', pcode: 'system', name: '我的', nameEn: 'Mine', url: '/budget/list', sortIndex: 20 }
  expect(keys(own)).toEqual([])
  expect(changedMenu(delivered, [own]).at(-1)).toMatchObject({ rights: ['budget.view'], buttons: ['budget.edit'] })
})

test('a menu change keeps only what differs from the delivered menu', () => {
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
