import { expect, it } from 'vitest'
import type { AccountRow } from '#kernel/engine/ledger/accounts.ts'
import { amount } from '#kernel/base/money/money.ts'
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

it('the dry run skips a decision without enough money and counts the following ones without it', () => {
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

it('the dry run shows later postings separately and does not hold them against current balances', () => {
  const { accounts: changes, shortages } = combinedEffect([grant('a', '900.00', false), grant('b', '50.00')], accounts)
  expect(shortages).toEqual([])
  expect(changes.find(({ account }) => account === '2')?.buckets).toEqual([
    { bucket: 'avl', before: '0.00', change: '50.00', after: '50.00', later: '900.00' },
  ])
})

it('the dry run weighs a journal as a whole, so legs that cancel out change nothing', () => {
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

it('the dry run lets a tracked account go below zero and never refuses an improvement', () => {
  const item = (value: string) => ({ key: 'a', isFinal: true, legs: [leg('3', 'avl', value)] })
  expect(combinedEffect([item('-10.00')], accounts).shortages).toEqual([])
  const below = new Map([['budget 3', row('3', '-5.00', '0.00')]])
  expect(combinedEffect([item('1.00')], below).shortages).toEqual([])
  expect(combinedEffect([item('-1.00')], below).shortages).toHaveLength(1)
})
