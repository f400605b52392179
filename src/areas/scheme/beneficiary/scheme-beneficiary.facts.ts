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

// The beneficiaries of scheme lines (decision 072), as facts and in SQL. A channel's customers are those whose records currently name it.

/** Facts about the customers, channels and stores of lines. */
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
 * Facts about the beneficiaries besides `beneficiaryFacts`: `beneficiaryOf` returns a row's beneficiary; null: it
 * concerns no customer or channel of the content.
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

/** The customers `m.code` of a line: the named one, or those of the channel. */
export function customersOf(customer: string, channel: string, which = 'true'): string {
  return `cross join lateral (
     select ${customer} as code where ${customer} is not null
     union all select x.code from channel_customer x where x.channel_code = ${channel} and ${which}) m`
}

/** Whether a line `l` covers a customer, individually or through the channel. */
export function isForCustomer(customer: string): string {
  return `(l.customer_code = ${customer} or l.channel_code = (select x.channel_code from channel_customer x where x.code = ${customer}))`
}

/**
 * Lines `l` of schemes that share a beneficiary with `asked` (customer, channel, store). Two stores of a customer are
 * distinct; each way has its own index.
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
