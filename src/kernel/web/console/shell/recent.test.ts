import { expect, it } from 'vitest'
import { type KnownDocument, knownVisits } from './known-visits.ts'
import { type Visit, visitOf, withVisit } from './recent.ts'

const visit = (key: string, title: string | null = null): Visit => ({ key, address: `/${key}`, title })

it('recent pages keep twenty entries, latest first, each once with its latest name', () => {
  const many = Array.from({ length: 25 }, (_, index) => visit(`page ${index}`)).reduce(withVisit, [])
  expect(many).toHaveLength(20)
  expect(many[0]?.key).toBe('page 24')
  const again = withVisit(many, visit('page 10', 'CB1'))
  expect(again).toHaveLength(20)
  expect(again[0]).toEqual(visit('page 10', 'CB1'))
  expect(again.filter(({ key }) => key === 'page 10')).toHaveLength(1)
})

it('a form that was opened and not yet saved is no recent page, whichever way it was begun', () => {
  const pathname = '/budget/pc/country/apply'
  const opened = (key: string, search: string) => {
    const tab = { key: `${pathname}#${key}`, pathname, search, title: 'Budget grant', isCached: true }
    return visitOf([tab], tab.key)
  }
  expect(opened('new-mf1', '?type=edit&applyType=grant&id=new-mf1')).toBeNull()
  expect(opened('new-mf2', '?type=new&id=new-mf2')).toBeNull()
  expect(opened('CB1', '?type=edit&applyNo=CB1')).toMatchObject({ title: 'Budget grant' })
})

it('a document that was opened as a draft and as an approval is one recent entry, and a deleted one is none', () => {
  const visits: readonly Visit[] = [
    { key: 'b', address: '/budgetCountry/pc?formInstanceId=17-1', title: 'CB1' },
    { key: 'list', address: '/budget/pc/country/list', title: null },
    { key: 'a', address: '/budget/pc/country/apply?applyNo=CB1', title: 'Edit CB1' },
    { key: 'c', address: '/budget/pc/country/apply?applyNo=CB2', title: 'Edit CB2' },
  ]
  const known = { key: 'CB1', documentId: '17', title: 'CB1 Diwali' } as KnownDocument
  expect(knownVisits(visits, [known]).map(({ visit: { key }, document }) => [key, document?.title])).toEqual([
    ['b', 'CB1 Diwali'],
    ['list', undefined],
  ])
  // Without an answer nothing is left out.
  expect(knownVisits(visits, null)).toHaveLength(4)
})
