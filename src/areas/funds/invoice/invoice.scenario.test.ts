import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoDatabase } from '#test/helpers/servers/demo-server.ts'
import { CURRENCY, type FundsWorld, fundsWorld, refusedBy, UNIT } from '#test/helpers/scheme/funds-world.ts'
import { amount, amountText } from '#kernel/base/money/money.ts'
import {
  checkCredits,
  creditable,
  type InvoiceLine,
  type InvoiceNote,
  issueCreditNote,
  issueDebitNote,
  linesOfInvoices,
  lockedInvoiceLines,
  lockInvoiceLines,
  readInvoiceLines,
  unlockInvoiceLines,
} from '../funds.facade.ts'
import { invoiceLines } from './invoice.facts.ts'
import { openAccounts } from '../account/funds-accounts.facts.ts'
import { comes } from '../account/funds-posting.server.ts'
import { newItems, receivableOf } from '../receivable/receivable.plans.ts'

// Notes to posted invoices (domain.md 2.14): the invoice is unchanged, and credits never exceed it.

const CUSTOMER = 'D-IN-0020'
const DAY = '2026-11-22'
let world: FundsWorld

beforeAll(async () => {
  world = await fundsWorld(await demoDatabase())
  await posted('INV-1')
})

afterAll(() => world?.close())

/** An invoice over ten units at 99.99 and five at 10 with 9 % CGST and SGST each, as the ERP posts it, and its receivable. */
async function posted(no: string) {
  await world.query(
    `with v as (
       insert into customer_invoice (scope_id, kind, no, legal_entity_code, operating_unit_code, customer_code, currency, issued_on, due_on,
         tax_regime, place_of_supply, net, tax, gross)
       select c.scope_id, 'invoice', $1, u.legal_entity_code, u.code, c.code, $4, $5, $5, 'gst', '27', 1049.90, 188.98, 1238.88
       from customer c, operating_unit u where c.code = $2 and u.code = $3 returning id
     ) insert into customer_invoice_line (invoice_id, line_no, sku_code, quantity, unit_price, net, cgst_rate, sgst_rate, cgst, sgst, tax, gross)
       select v.id, w.* from v, (select min(code) as code from sku) s, lateral (values
         (1, s.code, 10, 99.99, 999.90, 9, 9, 89.99, 89.99, 179.98, 1179.88), (2, s.code, 5, 10, 50, 9, 9, 4.50, 4.50, 9.00, 59.00)) w`,
    [no, CUSTOMER, UNIT, CURRENCY, DAY],
  )
  const by = world.by('approve')
  await world.act(by, async () => {
    const key = { customerCode: CUSTOMER, operatingUnitCode: UNIT, currency: CURRENCY }
    const { owner, control, loss } = receivableOf(await world.accounts(CUSTOMER), key)
    const item = { owner, kind: 'invoice' as const, no, issuedOn: DAY, dueOn: DAY, amount: amount('1238.88'), line: 1 }
    return {
      legs: comes(owner.account, 'rcv', control.account, amount('1238.88'), CURRENCY, 1),
      writes: [...openAccounts([owner, control, loss]), ...newItems(by, [item])],
    }
  })
}

const linesOf = async (no: string) => readInvoiceLines(await world.read(linesOfInvoices(UNIT, [no])))
const note = (of: InvoiceLine, quantity: number, price: string, net: string, line = 1) => ({
  of,
  line,
  quantity,
  unitPrice: amount(price),
  net: amount(net),
})
const noted = (...lines: ReturnType<typeof note>[]): InvoiceNote => ({ issuedOn: DAY, dueOn: DAY, lines })

async function credit(plan: (lines: readonly InvoiceLine[]) => readonly InvoiceNote[], no = 'INV-1') {
  const by = world.by('approve')
  await world.act(by, async () => issueCreditNote(by, await world.accounts(CUSTOMER), plan(await linesOf(no))))
  return by
}

const owed = async () => {
  const [row] = await world.query<{ rcv: string; crd: string }>(
    `select rcv, crd from funds_account where customer_code = $1 and kind = 'RECEIVABLE'`,
    [CUSTOMER],
  )
  return [row!.rcv, row!.crd]
}

it('an invoice line is locked by one document until it is released', async () => {
  const by = world.by('submit')
  const [first, second] = await linesOf('INV-1')
  await world.act(by, async () => lockInvoiceLines(by, [{ of: first!, line: 1 }]))
  const other = world.by('submit')
  const lock = async () =>
    lockInvoiceLines(
      other,
      (await linesOf('INV-1')).map((of, row) => ({ of, line: row + 1 })),
    )
  expect(await refusedBy(world.act(other, lock))).toBe('funds.lineLocked')
  expect(await refusedBy(credit(([of]) => [noted(note(of!, 1, '99.99', '99.99'))]))).toBe('funds.lineLocked')
  const reject = world.by('reject', by)
  await world.act(reject, async () =>
    unlockInvoiceLines(reject, readInvoiceLines(await world.read(lockedInvoiceLines(by.id)))),
  )
  const again = readInvoiceLines(await world.read(invoiceLines([first!.id, second!.id])))
  expect(again.map((line) => line.lock)).toEqual([null, null])
  expect(await world.broken()).toEqual([])
})

it('one of ten simultaneous locks of an invoice line succeeds', async () => {
  const acts = await Promise.allSettled(
    Array.from({ length: 10 }, async () => {
      const by = world.by('submit')
      await world.act(by, async () => lockInvoiceLines(by, [{ of: (await linesOf('INV-1'))[1]!, line: 1 }]))
      return by
    }),
  )
  const done = acts.flatMap((act) => (act.status === 'fulfilled' ? [act.value] : []))
  expect(done).toHaveLength(1)
  const by = world.by('withdraw', done[0])
  await world.act(by, async () => unlockInvoiceLines(by, await linesOf('INV-1')))
})

it('a credit note reduces the open amount including tax, and the invoice stays unchanged', async () => {
  const before = await world.query('select * from customer_invoice_line order by id')
  // A price error first, then units: no more than is left of each.
  await credit(([of]) => [noted(note(of!, 0, '0.33', '3.33'))])
  expect(await owed()).toEqual(['1234.95', '0.00'])
  const [line] = await linesOf('INV-1')
  expect([creditable(line!).quantity, amountText(creditable(line!).net)]).toEqual([10, '996.57'])
  expect(checkCredits([note(line!, 11, '1', '996.58')]).map(({ key, params }) => [key, params['left']])).toEqual([
    ['funds.exceedsQuantity', 10],
    ['funds.exceedsNet', '996.57'],
  ])
  expect(await refusedBy(credit(([of]) => [noted(note(of!, 6, '60', '360'), note(of!, 5, '60', '300', 2))]))).toBe(
    'funds.exceedsQuantity',
  )
  // The last part takes the rest of the tax.
  const by = await credit((lines) => [noted(note(lines[0]!, 10, '99.66', '996.57'), note(lines[1]!, 5, '10', '50', 2))])
  expect(await owed()).toEqual(['0.00', '0.00'])
  const [made] = await world.query<object>(
    'select no, kind, net, tax, gross from customer_invoice where source_id = $1',
    [by.id],
  )
  expect(made).toEqual({ no: `${by.no}-C1`, kind: 'creditNote', net: '1046.57', tax: '188.38', gross: '1234.95' })
  expect((await world.query('select * from customer_invoice_line order by id')).slice(0, before.length)).toEqual(before)
  expect(
    await refusedBy(credit((lines) => [noted(note({ ...lines[0]!, invoiceKind: 'creditNote' }, 1, '1', '1'))])),
  ).toBe('funds.noteOfNote')
  expect(await world.broken()).toEqual([])
})

it('a credit note on a paid invoice becomes a credit item, and a debit note adds to what is owed', async () => {
  await posted('INV-2')
  const down = world.by('approve')
  const { decreaseReceivable } = await import('../funds.facade.ts')
  await world.act(down, async () => {
    const { item } = (await linesOf('INV-2'))[0]!
    return decreaseReceivable(down, [{ item: item!, amount: amount('1230'), line: 1, cause: 'loss' }])
  })
  await credit((lines) => [noted(note(lines[1]!, 5, '10', '50'))], 'INV-2')
  expect(await owed()).toEqual(['0.00', '-50.12'])
  const by = world.by('approve')
  await world.act(by, async () => {
    const [of] = await linesOf('INV-2')
    return issueDebitNote(by, await world.accounts(CUSTOMER), [noted(note(of!, 10, '1', '10'))])
  })
  expect(await owed()).toEqual(['11.80', '-50.12'])
  expect(await world.broken()).toEqual([])
})
