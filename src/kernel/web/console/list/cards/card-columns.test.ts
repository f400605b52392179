import { expect, test } from 'vitest'
import { type CardColumn, cardParts } from './card-columns.ts'

const keys = (columns: readonly CardColumn[]) => columns.map(({ key }) => key).join(' ')

test('the card of a document has its number as title, its state beside it, and its amount as the first fact', () => {
  const parts = cardParts<CardColumn>([
    { key: 'no', kind: 'document', isFrozen: true },
    { key: 'country', kind: 'text' },
    { key: 'drafter', kind: 'person' },
    { key: 'state', kind: 'state' },
    { key: 'createdAt', kind: 'time' },
    { key: 'amount', kind: 'amount' },
  ])
  expect(parts.title?.key).toBe('no')
  expect(parts.state?.key).toBe('state')
  expect(keys(parts.below)).toBe('')
  expect(keys(parts.facts)).toBe('amount createdAt drafter country')
})

test('a row that is called by its name has its number under it', () => {
  const parts = cardParts<CardColumn>([
    { key: 'picture', kind: 'picture' },
    { key: 'code', kind: 'document', isFrozen: true },
    { key: 'name', card: 'title' },
    { key: 'city' },
  ])
  expect(parts.title?.key).toBe('name')
  expect(keys(parts.below)).toBe('code')
  expect(keys(parts.facts)).toBe('city')
  expect(parts.picture?.key).toBe('picture')
})

test('the first two of many amounts alone come before the other facts of a card', () => {
  const amounts = ['available', 'held', 'used', 'frozen'].map((key): CardColumn => ({ key, kind: 'amount' }))
  const parts = cardParts<CardColumn>([{ key: 'code', kind: 'code', isFrozen: true }, ...amounts, { key: 'pool' }])
  expect(parts.title?.key).toBe('code')
  expect(keys(parts.facts)).toBe('available held pool used frozen')
})

test('a hint of the list decides before the kind of a column does', () => {
  const parts = cardParts<CardColumn>([
    { key: 'number', kind: 'document', card: 'none' },
    { key: 'code', kind: 'code', isFrozen: true },
    { key: 'customer', card: 'below' },
    { key: 'amount', kind: 'amount' },
    { key: 'holder', card: 'fact' },
  ])
  expect(parts.title?.key).toBe('code')
  expect(keys(parts.below)).toBe('customer')
  expect(keys(parts.facts)).toBe('holder amount')
})

test('a list without a number has its first column as title', () => {
  expect(cardParts<CardColumn>([{ key: 'at', kind: 'time' }, { key: 'kind' }]).title?.key).toBe('at')
})
