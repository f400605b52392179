import { describe, expect, it } from 'vitest'
import { arranged, moved, ownSettings, resized, sameSettings, settled, toggled } from './column-settings.ts'

const render = (): null => null
const columns = [
  { key: 'no', title: 'No.', isFrozen: true, width: 150, render },
  { key: 'state', title: 'State', render },
  { key: 'amount', title: 'Amount', render },
  { key: 'reason', title: 'Reason', isHidden: true, render },
]
const own = ownSettings(columns)
const keysOf = (settings: Parameters<typeof arranged>[1]): string[] => arranged(columns, settings).map(({ key }) => key)

describe('column settings of a person', () => {
  it('column settings default to the columns of the list', () => {
    expect(keysOf(null)).toEqual(['no', 'state', 'amount'])
    expect(arranged(columns, null)[0]).toMatchObject({ isFrozen: true, width: 150 })
  })

  it('columns are shown, hidden, moved, pinned and resized', () => {
    expect(keysOf(toggled(own, 'hidden', 'reason'))).toEqual(['no', 'state', 'amount', 'reason'])
    expect(keysOf(toggled(own, 'hidden', 'state'))).toEqual(['no', 'amount'])
    expect(keysOf(moved(own, 'amount', 1))).toEqual(['no', 'amount', 'state'])
    expect(keysOf(moved(own, 'amount', -5))).toEqual(['no', 'amount', 'state'])
    const pinned = toggled(own, 'pinned', 'amount')
    expect(keysOf(pinned)).toEqual(['no', 'amount', 'state'])
    expect(arranged(columns, pinned)[1]).toMatchObject({ isFrozen: true })
    expect(arranged(columns, resized(own, 'amount', 222.4))[2]).toMatchObject({ width: 222 })
    expect(resized(own, 'amount', 3).widths).toEqual({ amount: 56 })
    expect(resized(resized(own, 'amount', 200), 'amount', null)).toEqual(own)
  })

  it('column settings never hide the identifying column', () => {
    expect(keysOf({ ...own, hidden: ['no', 'state', 'amount', 'reason'] })).toEqual(['no'])
  })

  it('column settings keep their order when the list gains and loses columns', () => {
    const old = {
      order: ['amount', 'gone', 'no', 'no'],
      hidden: ['gone'],
      pinned: ['gone'],
      widths: { gone: 90, no: 5000 },
    }
    const now = settled(columns, old)
    expect(now.order).toEqual(['amount', 'reason', 'no', 'state'])
    expect(now).toMatchObject({ hidden: ['reason'], widths: {} })
    expect(keysOf(old)).toEqual(['amount', 'no', 'state'])
  })

  it('column settings are compared by their effect', () => {
    expect(sameSettings(own, toggled(toggled(own, 'hidden', 'state'), 'hidden', 'state'))).toBe(true)
    const sized = { ...own, widths: { a: 100, b: 200 } }
    expect(sameSettings(sized, { ...own, widths: { b: 200, a: 100 } })).toBe(true)
    expect(sameSettings(own, moved(own, 'amount', 1))).toBe(false)
  })
})
