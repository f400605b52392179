import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { RecordValues } from '#kernel/engine/record/definition.ts'
import { productErrors } from '../product.errors.ts'

/** Refusals of a single setting. */
export function settingRefusals(values: RecordValues): Refusal[] {
  const { channelCode, customerCode, launchDay, stopDay, minimumQuantity, cartonMultiple } = values
  const refusals: Refusal[] = []
  if (channelCode && customerCode) refusals.push(productErrors.oneLevel({}, { field: 'customerCode' }))
  if (launchDay && stopDay && stopDay <= launchDay)
    refusals.push(productErrors.stopBeforeLaunch({}, { field: 'stopDay' }))
  if (typeof minimumQuantity === 'number' && typeof cartonMultiple === 'number' && minimumQuantity % cartonMultiple > 0)
    refusals.push(productErrors.cartons({ multiple: cartonMultiple }, { field: 'minimumQuantity' }))
  return refusals
}

/** One row of settings: of an area, of a channel or of a customer in it. */
export interface SalesSetting {
  readonly channelCode: string | null
  readonly customerCode: string | null
  readonly isSellable: boolean
  readonly minimumQuantity: number | null
  readonly cartonMultiple: number | null
  readonly launchDay: string | null
  readonly stopDay: string | null
  readonly quota: number | null
}

/** The buyer, and the day in the area. */
export interface Sale {
  readonly channelCode: string | null
  readonly customerCode: string | null
  readonly day: string
}

/** The terms of a SKU for a buyer on a day; each value is from the most specific row that has one. */
export interface SalesTerms {
  readonly isSellable: boolean
  readonly minimumQuantity: number
  readonly cartonMultiple: number
  readonly quota: number | null
  readonly launchDay: string | null
  readonly stopDay: string | null
}

function rank({ channelCode, customerCode }: SalesSetting): number {
  return customerCode === null ? (channelCode === null ? 0 : 1) : 2
}

/**
 * The rows of one SKU in one area for one sale: the customer's before its channel's before the area's. An empty value of a more specific
 * row comes from the next one; whether it is sold at all is decided by the most specific alone. Without any row it is not sold. It is sold
 * from its launch day until the day before its stop day, which applies to new orders only: confirmed ones are not checked again.
 */
export function salesTerms(settings: readonly SalesSetting[], { channelCode, customerCode, day }: Sale): SalesTerms {
  const fitting = settings
    .filter((each) => each.customerCode === null || each.customerCode === customerCode)
    .filter((each) => each.channelCode === null || each.channelCode === channelCode)
    .toSorted((one, other) => rank(other) - rank(one))
  const first = <K extends keyof SalesSetting>(key: K) => fitting.find((each) => each[key] !== null)?.[key] ?? null
  const launchDay = first('launchDay')
  const stopDay = first('stopDay')
  const isOpen = (launchDay === null || day >= launchDay) && (stopDay === null || day < stopDay)
  return {
    isSellable: (fitting[0]?.isSellable ?? false) && isOpen,
    minimumQuantity: first('minimumQuantity') ?? 1,
    cartonMultiple: first('cartonMultiple') ?? 1,
    quota: first('quota'),
    launchDay,
    stopDay,
  }
}
