import { expect, it } from 'vitest'
import { Refused } from '#kernel/errors/errors.ts'
import { askedOrder } from './asked-order.ts'

const ORDERS = { no: 'id', startDate: 'start_date' } as const

it('a list is ordered by the first name of a request', () => {
  expect(askedOrder(['startDate', 'no'], ORDERS, '-no')).toEqual({ by: 'start_date', direction: 'asc' })
  expect(askedOrder(['-startDate'], ORDERS, '-no')).toEqual({ by: 'start_date', direction: 'desc' })
})

it('a list has its default order when a request names none', () => {
  expect(askedOrder(undefined, ORDERS, '-no')).toEqual({ by: 'id', direction: 'desc' })
  expect(askedOrder([], ORDERS, '-no')).toEqual({ by: 'id', direction: 'desc' })
})

it.each(['status', '', '-', '--no', '__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'a list refuses to be ordered by the unknown name "%s"',
  (name) => {
    expect(() => askedOrder([name], ORDERS, '-no')).toThrow(Refused)
  },
)
