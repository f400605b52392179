import { expect, it } from 'vitest'
import { type Visit, withVisit } from './recent.ts'

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
