import { channelsNamed, type NamedChannelRow, readChannelsNamed, seesChannel } from '#areas/budget/budget.facade.ts'
import {
  customersNamed,
  type NamedCustomerRow,
  readCustomersNamed,
  seesCustomer,
} from '#areas/customer/customer.facade.ts'
import { type NamedStoreRow, readStoresNamed, seesStore, storesNamed } from '#areas/store/store.facade.ts'
import type { ActionOf } from '#kernel/engine/definition/definition.ts'
import type { AnyDocument, FactRequest, FactSpecs } from '#kernel/engine/document/server-document.ts'
import type { Beneficiary, BeneficiaryFacts } from './scheme-beneficiary.rules.ts'

// Whom lines of schemes are for (decision 072), as facts and in SQL. A channel is whoever's record says so at the time.

/** What the rules ask of the customers, channels and stores that lines name. */
export function beneficiaryFacts<D extends AnyDocument>(
  actions: readonly ActionOf<D>[],
  beneficiariesOf: (request: FactRequest<D>) => readonly Beneficiary[],
): FactSpecs<D, BeneficiaryFacts> {
  const codes = (request: FactRequest<D>, of: keyof Beneficiary) =>
    beneficiariesOf(request).map((beneficiary) => beneficiary[of])
  return {
    customers: {
      actions,
      sight: { row: seesCustomer },
      statement: (request) => customersNamed(codes(request, 'customerCode')),
      read: (rows: NamedCustomerRow[]) => readCustomersNamed(rows),
    },
    channels: {
      actions,
      sight: { row: seesChannel },
      statement: (request) => channelsNamed(codes(request, 'channelCode')),
      read: (rows: NamedChannelRow[]) => readChannelsNamed(rows),
    },
    stores: {
      actions,
      sight: { row: seesStore },
      statement: (request) => storesNamed(codes(request, 'storeCode')),
      read: (rows: NamedStoreRow[]) => readStoresNamed(rows),
    },
  }
}

/**
 * Facts that tell something of those whom a line is for, beside `beneficiaryFacts`: `beneficiaryOf` says whom a row is about; null: it is about
 * no customer or channel of the content.
 */
export function beneficiarySight<Row, Request>(
  beneficiaryOf: (row: Row, asked: Request) => Pick<Beneficiary, 'customerCode' | 'channelCode'> | null,
) {
  return {
    accompanies: ['customers', 'channels'],
    by: {
      own: (row: Row, asked: Request) => {
        const beneficiary = beneficiaryOf(row, asked)
        return [beneficiary?.customerCode, beneficiary?.channelCode].flatMap((code) => code ?? [])
      },
      theirs: ({ code }: { readonly code: string }) => code,
    },
  } as const
}

/** The customers `m.code` that a line is for: the one that it names, or those of the channel that it names. */
export function customersOf(customer: string, channel: string, which = 'true'): string {
  return `cross join lateral (
     select ${customer} as code where ${customer} is not null
     union all select x.code from channel_customer x where x.channel_code = ${channel} and ${which}) m`
}

/** Whether a line `l` is for a customer, alone or with all of his channel. */
export function isForCustomer(customer: string): string {
  return `(l.customer_code = ${customer} or l.channel_code = (select x.channel_code from channel_customer x where x.code = ${customer}))`
}

/**
 * Lines `l` of schemes that are for some of those whom `asked` (customer, channel, store) is for. Two stores of a customer have nothing in
 * common; each way has an index of its own.
 */
export function linesForSome(asked: string): string {
  const { customer, channel, store } = {
    customer: `${asked}.customer`,
    channel: `${asked}.channel`,
    store: `${asked}.store`,
  }
  return `cross join lateral (
     select y.* from scheme_line y where y.customer_code = ${customer} and (y.store_code is null or ${store} is null or y.store_code = ${store})
     union all select y.* from channel_customer x join scheme_line y on y.channel_code = x.channel_code where x.code = ${customer}
     union all select y.* from scheme_line y where y.channel_code = ${channel}
     union all select y.* from channel_customer x join scheme_line y on y.customer_code = x.code where x.channel_code = ${channel}) l`
}
