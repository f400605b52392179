import { companyAt } from '#test/helpers/company/company-at.ts'
import type { Pictured } from './pictured.ts'

type Make = (name: string, account: string, address: Pictured['address'], settled: string) => Pictured

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

/** Prices: their list, a request at both widths, and what an approver decides on. */
export function pricePictures(desk: Make, hand: Make): readonly Pictured[] {
  return [
    desk('price-list', 'in.channel', () => '/process/price/pc/maintainList', ROWS),
    desk('price-review-form', 'in.channel', () => '/process/price/pc/info?type=new', '.sheet'),
    desk('price-review', 'in.channel', reviewAt('/process/price/pc/detail', 'approved'), '.timeline'),
    desk('price-application-form', 'in.channel', () => '/priceApplication/pc?type=new', '.sheet'),
    hand('phone-price-review-form', 'in.channel', () => '/process/price/mobile/info?type=new', 'main h1'),
    hand('phone-price-review', 'in.channel', reviewAt('/process/price/mobile/detail', 'approved'), '.timeline'),
  ]
}
