import { namedChannels } from '#areas/budget/budget.facade.ts'
import { namedCustomers } from '#areas/customer/customer.facade.ts'
import { namedStores } from '#areas/store/store.facade.ts'
import type { ActionOf } from '#kernel/engine/definition/definition.ts'
import type { AnyDocument, FactSpecs } from '#kernel/engine/document/server-document.ts'
import type { Beneficiary, BeneficiaryFacts } from './scheme-beneficiary.rules.ts'

// The beneficiaries of scheme lines (decision 072), as facts and in SQL. A channel's customers are those whose records currently name it.

/** Facts about the customers, channels and stores that a content names. */
export function beneficiaryFacts<D extends AnyDocument>(
  definition: D,
  actions: readonly ActionOf<D>[],
): FactSpecs<D, BeneficiaryFacts> {
  return {
    customers: namedCustomers.fact(definition, actions),
    channels: namedChannels.fact(definition, actions),
    stores: namedStores.fact(definition, actions),
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
