import { describe, expect, it } from 'vitest'
import { amount } from '#kernel/base/money/money.ts'
import { defineLedger } from './definition.ts'
import { post, postRefusal } from './post.ts'
import { assertBalanced, debitsOf, legsOf, reverse } from './posting.ts'

const ledger = defineLedger({
  name: 'demo',
  table: 'demo_account',
  buckets: ['avl', 'hld'],
  spendable: 'avl',
  holds: ['hld'],
  used: [],
  signed: [],
  inflows: ['granted'],
  outflows: ['revoked'],
})
const { debit, credit } = legsOf(ledger)
const hold = [
  debit('1', 'hld', amount('0.30'), 'INR'),
  credit('1', 'avl', amount('0.10'), 'INR'),
  credit('2', 'avl', amount('0.20'), 'INR'),
]

describe('a journal', () => {
  it('a journal balances exactly where floats would not', () => expect(() => assertBalanced(hold)).not.toThrow())

  it('a journal that does not balance never reaches the database', () => {
    const key = { documentType: 't', documentId: '1', round: 1, action: 'submit' }
    const journal = { key, actorId: 1, at: new Date(0), legs: hold.slice(0, 2) }
    expect(() => post(journal)).toThrow('does not balance in demo INR: 0.20')
  })

  it('a journal balances in each currency and each ledger separately', () => {
    expect(() =>
      assertBalanced([debit('1', 'avl', amount('5'), 'INR'), credit('2', 'avl', amount('5'), 'IDR')]),
    ).toThrow('does not balance')
    const other = { ...credit('2', 'avl', amount('5'), 'INR'), ledger: 'other' }
    expect(() => assertBalanced([debit('1', 'avl', amount('5'), 'INR'), other])).toThrow('does not balance')
  })

  it('a journal that is reversed leaves nothing', () => {
    const legs = [...hold, ...reverse(hold)]
    expect(() => assertBalanced(legs)).not.toThrow()
    expect(debitsOf(legs, 'hld').eq('0.30')).toBe(true)
  })
})

describe('an error of the posting function', () => {
  it('an error of the posting function is a refusal only where the rules say no', () => {
    expect(postRefusal({ code: 'LG001', detail: '7:avl' })).toMatchObject({
      key: 'ledger.insufficient',
      params: { account: '7', bucket: 'avl' },
    })
    expect(postRefusal({ code: 'LG002' })?.key).toBe('ledger.reservationResolved')
    expect(postRefusal({ code: '23505', constraint: 'ledger_journal__key' })?.key).toBe('ledger.alreadyPosted')
    expect(postRefusal({ code: '23505', constraint: 'another' })).toBeUndefined()
    expect(postRefusal({ code: 'LG003' })).toBeUndefined()
    expect(postRefusal(new Error('away'))).toBeUndefined()
  })
})
