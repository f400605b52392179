import { comes } from '#areas/funds/account/funds-posting.server.ts'
import { openAccounts } from '#areas/funds/account/funds-accounts.facts.ts'
import { newItems, receivableOf } from '#areas/funds/receivable/receivable.plans.ts'
import { amount, amountText, sumAmounts } from '#kernel/base/money/money.ts'
import { CURRENCY, type FundsWorld, UNIT } from './funds-world.ts'

interface Posted {
  readonly no: string
  readonly customer: string
  readonly issuedOn: string
  /** Quantity and unit price without tax; 18 % GST on top. */
  readonly lines: readonly { readonly quantity: number; readonly price: string }[]
  readonly warehouse?: string
  readonly location?: string
}

const cents = (value: ReturnType<typeof amount>) => amountText(value.round(2, 1))

/** An Indian invoice as the ERP posts it, and its amount due. Returns the open amount. */
export async function postedInvoice(world: FundsWorld, { no, customer, issuedOn, ...more }: Posted): Promise<string> {
  const lines = more.lines.map(({ quantity, price }) => {
    const net = amount(price).times(quantity)
    const half = amount(cents(net.times(9).div(100)))
    return { quantity, price, net, half, tax: half.times(2), gross: net.plus(half.times(2)) }
  })
  const total = (of: 'net' | 'tax' | 'gross') => amountText(sumAmounts(lines.map((line) => line[of])))
  await world.query(
    `with v as (
       insert into customer_invoice (scope_id, kind, no, legal_entity_code, operating_unit_code, customer_code, currency, warehouse_code,
         location_code, issued_on, due_on, tax_regime, place_of_supply, net, tax, gross)
       select c.scope_id, 'invoice', $1, u.legal_entity_code, u.code, c.code, $4, $9, $10, $5, $5, 'gst', '27', $6, $7, $8
       from customer c, operating_unit u where c.code = $2 and u.code = $3 returning id
     ) insert into customer_invoice_line (invoice_id, line_no, sku_code, quantity, unit_price, net, cgst_rate, sgst_rate, cgst, sgst, tax, gross)
       select v.id, w.line, s.code, w.quantity, w.price, w.net, 9, 9, w.half, w.half, w.half * 2, w.net + w.half * 2
       from v, (select min(code) as code from sku) s,
         unnest($11::int[], $12::numeric[], $13::numeric[], $14::numeric[]) with ordinality as w (quantity, price, net, half, line)`,
    [
      no,
      customer,
      UNIT,
      CURRENCY,
      issuedOn,
      total('net'),
      total('tax'),
      total('gross'),
      more.warehouse ?? null,
      more.location ?? null,
      lines.map(({ quantity }) => quantity),
      lines.map(({ price }) => price),
      lines.map(({ net }) => amountText(net)),
      lines.map(({ half }) => amountText(half)),
    ],
  )
  const gross = amount(total('gross'))
  const by = world.by('approve')
  await world.act(by, async () => {
    const { owner, control, loss } = receivableOf(await world.accounts(customer), {
      customerCode: customer,
      operatingUnitCode: UNIT,
      currency: CURRENCY,
    })
    return {
      legs: comes(owner.account, 'rcv', control.account, gross, CURRENCY, 1),
      writes: [
        ...openAccounts([owner, control, loss]),
        ...newItems(by, [{ owner, kind: 'invoice', no, issuedOn, dueOn: issuedOn, amount: gross, line: 1 }]),
      ],
    }
  })
  return total('gross')
}
