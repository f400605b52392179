import { expect, test } from 'vitest'
import { isNewVisit, tabKeyOf, tabsReducer, type TabsState } from './tabs.ts'

const empty: TabsState = {
  tabs: [],
  activeKey: '',
  mounted: new Set(),
  unsaved: new Map(),
  leaving: [],
  spent: new Set(),
  goTo: null,
}

function visit(state: TabsState, pathname: string, search = ''): TabsState {
  const key = tabKeyOf({ pathname, search })
  return tabsReducer(state, { type: 'visit', tab: { key, pathname, search, title: null } })
}

const keys = (state: TabsState): string[] => state.tabs.map((tab) => tab.key)

test('a document is a tab of its own, another filter of a list is not', () => {
  const lists = visit(visit(empty, '/list'), '/list', '?page=2')
  expect(keys(lists)).toEqual(['/list'])
  const documents = visit(visit(lists, '/doc', '?formInstanceId=1-1'), '/doc', '?formInstanceId=2-1')
  expect(keys(documents)).toEqual(['/list', '/doc#1-1', '/doc#2-1'])
})

test('closing the active tab goes to the last that remains and does not open it again on the way', () => {
  const two = visit(visit(empty, '/index'), '/list', '?page=3')
  const closed = tabsReducer(two, { type: 'close', keys: ['/list'] })
  expect(closed.goTo).toEqual({ address: '/index', closedKey: '/list' })
  expect(isNewVisit(closed, '/list', '?page=3')).toBe(false)
  expect(isNewVisit(closed, '/index', '')).toBe(true)
})

test('the home tab stays when it is the only one', () => {
  const home = visit(empty, '/index')
  expect(keys(tabsReducer(home, { type: 'close', keys: ['/index'] }))).toEqual(['/index'])
})

test('a tab with unsaved input is asked about, the others close', () => {
  const three = visit(visit(visit(empty, '/a'), '/b'), '/c')
  const dirty = tabsReducer(three, { type: 'unsaved', key: '/b', unsaved: { save: () => Promise.resolve(true) } })
  const closing = tabsReducer(dirty, { type: 'close', keys: ['/a', '/b', '/c'] })
  expect(keys(closing)).toEqual(['/b'])
  expect(closing.leaving).toEqual(['/b'])
  expect(keys(tabsReducer(closing, { type: 'stay' }))).toEqual(['/b'])
  expect(keys(tabsReducer(closing, { type: 'discard', key: '/b' }))).toEqual([])
})

test('a tab whose work is done goes when the next one is looked at', () => {
  const done = tabsReducer(visit(visit(empty, '/tasks'), '/doc', '?formInstanceId=1-1'), {
    type: 'closeOnLeave',
    key: '/doc#1-1',
  })
  expect(keys(done)).toEqual(['/tasks', '/doc#1-1'])
  expect(keys(visit(done, '/doc', '?formInstanceId=2-1'))).toEqual(['/tasks', '/doc#2-1'])
})
