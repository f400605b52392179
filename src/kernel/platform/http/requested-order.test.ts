import { expect, it } from 'vitest'
import { Refused } from '#kernel/base/errors/errors.ts'
import { requestedOrder } from './requested-order.ts'

const ORDERS = { no: 'id', startDate: 'start_date' } as const

it('a list is ordered by the first field that a request names', () => {
  expect(requestedOrder(['startDate', 'no'], ORDERS, '-no')).toEqual({ by: 'start_date', direction: 'asc' })
  expect(requestedOrder(['-startDate'], ORDERS, '-no')).toEqual({ by: 'start_date', direction: 'desc' })
})

it('a list has its default order when a request names none', () => {
  expect(requestedOrder(undefined, ORDERS, '-no')).toEqual({ by: 'id', direction: 'desc' })
  expect(requestedOrder([], ORDERS, '-no')).toEqual({ by: 'id', direction: 'desc' })
})

it.each(['status', '', '-', '--no', '__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'a list refuses to be ordered by the unknown name "%s"',
  (name) => {
    expect(() => requestedOrder([name], ORDERS, '-no')).toThrow(Refused)
  },
)
