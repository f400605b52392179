import type { Refusal } from '#kernel/base/errors/errors.ts'
import type { RecordValues } from '#kernel/engine/record/definition.ts'
import { productErrors } from '../product.errors.ts'

/** What a row of settings must say for itself. */
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

/** Who buys, and when: the day of the area. */
export interface Sale {
  readonly channelCode: string | null
  readonly customerCode: string | null
  readonly day: string
}

/** How a SKU is sold to somebody on a day; each value is that of the most specific row that says one. */
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
 * The rows of one SKU in one area, for one sale: that of the customer before that of its channel before that of the area. A
 * value that the more specific row leaves empty comes from the next one; whether it is sold at all is said by the most specific
 * alone. Nobody sells what no row speaks of. It is sold from its launch day until the day before its stop day, which counts for
 * new orders only: what was confirmed before is not asked again.
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
