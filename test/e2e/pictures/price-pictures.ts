import type { PriceRow } from '#areas/price/list/price-row.list.ts'
import { companyAt } from '#test/helpers/company/company-at.ts'
import type { Pictured } from './pictured.ts'

type Make = (name: string, account: string, address: Pictured['address'], settled: string) => Pictured

const ASKED = 'kind=areas&areaId=2&classificationCode=PC-IN-01&otherAreaId=3&otherClassificationCode=PC-ID-01'
const ROWS = 'tbody tr:nth-child(2)'

/** A price review of the demonstration company in this state, at an address of its reader. */
const reviewAt = (address: string, state: string) => async (origin: string) => {
  const list = { page: 1, limit: 10, state }
  const { records } = await companyAt(origin).call<{ records: { formInstanceId: string }[] }>(
    'in.channel',
    '/aps/price/review/queryByPage',
    list,
  )
  return `${address}?formInstanceId=${records[0]?.formInstanceId}`
}

/** The inquiry of a price of the list, at an address of a width. */
const inquiryAt = (address: string) => async (origin: string) => {
  const asked = { page: 1, limit: 10, state: 'effective' }
  const { records } = await companyAt(origin).call<{ records: PriceRow[] }>(
    'hq.pricing',
    '/aps/gs/price/queryByPage',
    asked,
  )
  const { areaId, classificationCode, customerCode, tradeTermCode, currency, skuCode } = records[0]!
  const party = { classificationCode: classificationCode ?? '', customerCode: customerCode ?? '' }
  const query = new URLSearchParams({ areaId, ...party, tradeTermCode, currency, skuCode, quantity: '20' })
  return `${address}?${query.toString()}`
}

/** Prices: the page of their group, their list, an inquiry at both widths, a request at both widths, and what an approver decides on. */
export function pricePictures(desk: Make, hand: Make): readonly Pictured[] {
  return [
    desk('process-list', 'in.channel', () => '/process/list', '.figure'),
    desk('price-inquiry', 'hq.pricing', inquiryAt('/process/component'), '.price-line'),
    desk('price-list', 'in.channel', () => '/process/price/pc/maintainList', ROWS),
    desk('price-rounding', 'hq.pricing', () => '/process/price/pc/rounding', '[role=grid]'),
    desk('price-compare', 'hq.finance', () => `/process/price/pc/compare?${ASKED}`, ROWS),
    desk('price-review-form', 'in.channel', () => '/process/price/pc/info?type=new', '.sheet'),
    desk('price-review', 'in.channel', reviewAt('/process/price/pc/detail', 'approved'), '.timeline'),
    desk('price-application-form', 'in.channel', () => '/priceApplication/pc?type=new', '.sheet'),
    hand('phone-price-inquiry', 'hq.pricing', inquiryAt('/process/mobile/component'), '.price-line'),
    hand('phone-price-compare', 'hq.finance', () => `/process/price/mobile/compare?${ASKED}`, '.card'),
    hand('phone-price-review-form', 'in.channel', () => '/process/price/mobile/info?type=new', 'main h1'),
    hand('phone-price-review', 'in.channel', reviewAt('/process/price/mobile/detail', 'approved'), '.timeline'),
  ]
}
