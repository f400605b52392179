import { describe, expect, test } from 'vitest'
import type { Unsaved } from '../../client/unsaved.ts'
import {
  distinctTitles,
  isNewVisit,
  KEPT_ALIVE,
  startTabs,
  tabsReducer,
  type TabsEvent,
  type TabsState,
} from './tabs.ts'
import { tabKeyOf } from './tab-key.ts'

const empty = startTabs([])
const unsaved: Unsaved = { save: () => Promise.resolve(true) }

function visit(state: TabsState, pathname: string, search = '', isCached = true): TabsState {
  const key = tabKeyOf({ pathname, search })
  return tabsReducer(state, { type: 'visit', tab: { key, pathname, search, title: null, isCached } })
}

const visited = (...paths: readonly string[]): TabsState => paths.reduce((state, path) => visit(state, path), empty)
const after = (state: TabsState, ...events: readonly TabsEvent[]): TabsState => events.reduce(tabsReducer, state)
const keys = (state: TabsState): string[] => state.tabs.map((tab) => tab.key)

test('tabs of one title are told apart by their pages, and on one page by a number', () => {
  const tab = (pathname: string, title: string) => ({ pathname, title })
  const named = distinctTitles(
    [tab('/doc', 'SC1'), tab('/scheme', 'SC1'), tab('/new', 'New'), tab('/new', 'New'), tab('/new', 'Other')],
    (path) => ({ '/doc': 'Policy application', '/scheme': 'Scheme' })[path] ?? 'New',
  )
  expect(named.map(({ title }) => title)).toEqual([
    'SC1 · Policy application',
    'SC1 · Scheme',
    'New',
    'New (2)',
    'Other',
  ])
})

describe('a tab of the console', () => {
  test('a tab is unique by path and document id, and by no other query', () => {
    expect(keys(visit(visited('/list'), '/list', '?page=2'))).toEqual(['/list'])
    expect(keys(visit(visited('/list'), '/list', '?type=new&idcCode=IN&taskId=7&draft=1'))).toEqual(['/list'])
    for (const name of ['formInstanceId', 'applyNo', 'id']) {
      const state = visit(visit(visited('/list'), '/doc', `?${name}=1-1`), '/doc', `?${name}=2-1&type=edit`)
      expect(keys(state)).toEqual(['/list', '/doc#1-1', '/doc#2-1'])
    }
  })

  test('a tab keeps its place and document title when it is visited again', () => {
    const named = after(visited('/doc', '/list'), { type: 'title', key: '/doc', title: 'CB1' })
    const again = visit(named, '/doc', '?page=2')
    expect(again.tabs.map(({ key, title, search }) => [key, title, search])).toEqual([
      ['/doc', 'CB1', '?page=2'],
      ['/list', null, ''],
    ])
  })

  test('a tab is dragged within the ends of the tab bar', () => {
    const three = visited('/a', '/b', '/c')
    expect(keys(after(three, { type: 'move', key: '/a', to: 1 }))).toEqual(['/b', '/a', '/c'])
    expect(keys(after(three, { type: 'move', key: '/c', to: 0 }))).toEqual(['/c', '/a', '/b'])
    expect(keys(after(three, { type: 'move', key: '/a', to: 9 }))).toEqual(['/b', '/c', '/a'])
    expect(keys(after(three, { type: 'move', key: '/a', to: -1 }))).toEqual(['/a', '/b', '/c'])
    expect(after(three, { type: 'move', key: '/nowhere', to: 0 })).toBe(three)
  })
})

describe('closing tabs', () => {
  test('closing the active tab leads to the last remaining one without reopening it', () => {
    const closed = after(visit(visited('/index'), '/list', '?page=3'), { type: 'close', keys: ['/list'] })
    expect(closed.goTo).toEqual({ address: '/index', closedKey: '/list' })
    expect(isNewVisit(closed, '/list', '?page=3')).toBe(false)
    expect(isNewVisit(closed, '/index', '')).toBe(true)
  })

  test('closing all tabs leads home, and a lone home tab stays', () => {
    expect(after(visited('/a', '/b'), { type: 'close', keys: ['/a', '/b'] }).goTo?.address).toBe('/index')
    expect(keys(after(visited('/index'), { type: 'close', keys: ['/index'] }))).toEqual(['/index'])
  })

  test('closing another tab than the active one leads nowhere', () => {
    const closed = after(visited('/a', '/b'), { type: 'close', keys: ['/a'] })
    expect([closed.goTo, closed.mounted]).toEqual([null, ['/b']])
  })

  test('closing tabs with unsaved input asks for each of them, and the others close', () => {
    const dirty = after(
      visited('/a', '/b', '/c'),
      { type: 'unsaved', key: '/b', unsaved },
      { type: 'unsaved', key: '/c', unsaved },
    )
    const closing = after(dirty, { type: 'close', keys: ['/a', '/b', '/c'] })
    expect(keys(closing)).toEqual(['/b', '/c'])
    expect(closing.leaving.map(({ key, next }) => `${next} ${key}`)).toEqual(['close /b', 'close /c'])
    expect(keys(after(closing, { type: 'stay' }))).toEqual(['/b', '/c'])
    expect(after(closing, { type: 'stay' }).leaving).toEqual([])
    const one = after(closing, { type: 'leave', key: '/b' })
    expect([keys(one), one.leaving]).toEqual([['/c'], [{ key: '/c', next: 'close' }]])
    expect(after(one, { type: 'leave', key: '/a' })).toBe(one)
  })

  test('a tab whose work is done closes when the next one is visited', () => {
    const done = after(visit(visited('/tasks'), '/doc', '?id=1'), { type: 'closeOnLeave', key: '/doc#1' })
    expect(keys(done)).toEqual(['/tasks', '/doc#1'])
    expect(keys(visit(done, '/doc', '?id=2'))).toEqual(['/tasks', '/doc#2'])
  })

  test('an error page closes when the next page is visited', () => {
    const tab = { key: '/404', pathname: '/404', search: '', title: null, isCached: false }
    const lost = after(visited('/a'), { type: 'visit', tab, isPassing: true })
    expect(keys(lost)).toEqual(['/a', '/404'])
    expect(keys(visit(lost, '/b'))).toEqual(['/a', '/b'])
  })
})

describe('the view of a tab', () => {
  test('the view of a tab is kept while another is visible, unless it is marked no-cache', () => {
    const state = visit(visit(visit(empty, '/kept'), '/fresh', '', false), '/other')
    expect(keys(state)).toEqual(['/kept', '/fresh', '/other'])
    expect(state.mounted).toEqual(['/kept', '/other'])
  })

  test('the view of a tab with unsaved input is always kept', () => {
    const dirty = after(visit(empty, '/fresh', '', false), { type: 'unsaved', key: '/fresh', unsaved })
    expect(visit(dirty, '/other').mounted).toEqual(['/fresh', '/other'])
  })

  test('the view not visited for longest is dropped when there are too many, unless it has unsaved input', () => {
    const paths = Array.from({ length: KEPT_ALIVE }, (_, index) => `/p${index}`)
    const full = after(visited(...paths), { type: 'unsaved', key: '/p0', unsaved })
    const more = visit(visit(full, '/p1'), '/more')
    expect(more.mounted).toHaveLength(KEPT_ALIVE)
    expect(more.mounted).not.toContain('/p2')
    expect(more.mounted).toEqual(expect.arrayContaining(['/p0', '/p1', '/more']))
    expect(keys(more)).toHaveLength(KEPT_ALIVE + 1)
  })

  test('a reload draws the view of a tab anew, after asking about unsaved input', () => {
    const state = visited('/a', '/b')
    const reloaded = after(state, { type: 'reload', key: '/b' })
    expect([reloaded.generations.get('/b'), reloaded.mounted]).toEqual([1, ['/a', '/b']])
    expect(after(state, { type: 'reload', key: '/a' }).mounted).toEqual(['/b'])

    const dirty = after(state, { type: 'unsaved', key: '/b', unsaved }, { type: 'reload', key: '/b' })
    expect([dirty.generations.get('/b'), dirty.leaving]).toEqual([undefined, [{ key: '/b', next: 'reload' }]])
    const left = after(dirty, { type: 'leave', key: '/b' })
    expect([keys(left), left.generations.get('/b'), left.unsaved.has('/b')]).toEqual([['/a', '/b'], 1, false])
  })
})
