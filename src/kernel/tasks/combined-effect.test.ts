import { expect, it } from 'vitest'
import type { AccountRow } from '#kernel/ledger/accounts.ts'
import { amount } from '#kernel/money/money.ts'
import { combinedEffect, type PlannedItem } from './combined-effect.ts'

const row = (id: string, avl: string, hld: string, mode: AccountRow['mode'] = 'absolute'): AccountRow => ({
  id,
  currency: 'INR',
  mode,
  avl,
  hld,
})
const accounts = new Map([
  ['budget 1', row('1', '100.00', '50.00')],
  ['budget 2', row('2', '0.00', '0.00')],
  ['budget 3', row('3', '-5.00', '0.00', 'tracking')],
])
const leg = (account: string, bucket: string, value: string) => ({
  ledger: 'budget',
  account,
  bucket,
  amount: amount(value),
  currency: 'INR',
})
const grant = (key: string, value: string, isFinal = true): PlannedItem => ({
  key,
  isFinal,
  legs: [leg('2', 'avl', value), leg('1', 'hld', `-${value}`)],
})

it('a decision that would find too little posts nothing, and those after it are counted without it', () => {
  const { accounts: changes, shortages } = combinedEffect(
    [grant('a', '30.00'), grant('b', '30.00'), grant('c', '20.00')],
    accounts,
  )
  expect(shortages).toEqual([
    { key: 'b', ledger: 'budget', account: '1', bucket: 'hld', currency: 'INR', missing: '10.00' },
  ])
  expect(changes.find(({ account }) => account === '1')).toEqual({
    ledger: 'budget',
    account: '1',
    currency: 'INR',
    buckets: [{ bucket: 'hld', before: '50.00', change: '-50.00', after: '0.00', later: '0.00' }],
    items: ['a', 'c'],
  })
})

it('what a later approval will post is said apart, and is not held against the money of now', () => {
  const { accounts: changes, shortages } = combinedEffect([grant('a', '900.00', false), grant('b', '50.00')], accounts)
  expect(shortages).toEqual([])
  expect(changes.find(({ account }) => account === '2')?.buckets).toEqual([
    { bucket: 'avl', before: '0.00', change: '50.00', after: '50.00', later: '900.00' },
  ])
})

it('a journal is weighed as a whole: legs that cancel out in a bucket change nothing there', () => {
  const turned = {
    key: 'a',
    isFinal: true,
    legs: [leg('1', 'hld', '-80.00'), leg('1', 'hld', '80.00'), leg('1', 'avl', '1.00')],
  }
  const { accounts: changes, shortages } = combinedEffect([turned], accounts)
  expect(shortages).toEqual([])
  expect(changes[0]?.buckets).toEqual([
    { bucket: 'avl', before: '100.00', change: '1.00', after: '101.00', later: '0.00' },
  ])
})

it('an account that is only watched may go below zero; what improves one that is below is never refused', () => {
  const item = (value: string) => ({ key: 'a', isFinal: true, legs: [leg('3', 'avl', value)] })
  expect(combinedEffect([item('-10.00')], accounts).shortages).toEqual([])
  const below = new Map([['budget 3', row('3', '-5.00', '0.00')]])
  expect(combinedEffect([item('1.00')], below).shortages).toEqual([])
  expect(combinedEffect([item('-1.00')], below).shortages).toHaveLength(1)
})
