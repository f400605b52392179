import { companyAt } from '#test/helpers/company/company-at.ts'
import { fundsPictures } from './funds-pictures.ts'
import type { Pictured } from './pictured.ts'

type Make = (name: string, account: string, address: Pictured['address'], settled: string) => Pictured

const ROWS = 'tbody tr:nth-child(2)'

/** A scheme of the demonstration company. */
const schemeAt = (path: string) => async (origin: string) => {
  const list = { page: 1, limit: 10 }
  const { records } = await companyAt(origin).call<{ records: { schemeNo: string }[] }>(
    'in.finance',
    '/aps/scheme/list',
    list,
  )
  return `${path}?schemeNo=${records.at(-1)?.schemeNo}`
}

/** The last document of a kind in this state: waiting in Indonesia, agreed to in India. */
const documentAt =
  (route: string, device: 'pc' | 'mobile', account: string, state: string) => async (origin: string) => {
    const list = { page: 1, limit: 10, state }
    const path = `/aps/scheme/${route}/queryByPage`
    const { records } = await companyAt(origin).call<{ records: { formInstanceId: string }[] }>(account, path, list)
    return `/scheme/${route}/${device}?type=view&formInstanceId=${records[0]?.formInstanceId}`
  }

/** Schemes, their documents, their effects on customers' funds, and devices: lists, forms and decisions. */
export function schemePictures(desk: Make, hand: Make): readonly Pictured[] {
  const waiting = (device: 'pc' | 'mobile') => documentAt('application', device, 'id.channel', 'underApproval')
  const withheld = (device: 'pc' | 'mobile') => documentAt('withhold', device, 'in.finance', 'approved')
  return [
    ...fundsPictures,
    desk('scheme-list', 'in.channel', () => '/scheme/list', ROWS),
    desk('scheme-detail', 'in.finance', schemeAt('/scheme/detail'), 'main tbody tr'),
    desk('scheme-documents', 'in.finance', () => '/scheme/withhold/list', ROWS),
    desk('scheme-form', 'in.channel', () => '/scheme/application/pc?type=new', '.sheet'),
    desk('scheme-form-claim', 'in.channel', schemeAt('/scheme/execute/pc'), '.sheet'),
    desk('scheme-form-special', 'in.channel', () => '/scheme/specialPriceApprovalForm/pc?type=new', '.sheet'),
    desk('scheme-decision', 'id.manager', waiting('pc'), '.timeline'),
    desk('scheme-withhold', 'in.finance', withheld('pc'), '.timeline'),
    desk('device-list', 'in.finance', () => '/imei/list', ROWS),
    desk('device-stock', 'in.channel', () => '/imei/stock', ROWS),
    hand('phone-scheme-detail', 'in.finance', schemeAt('/scheme/mobile/detail'), 'main h1'),
    hand('phone-scheme-form', 'in.finance', schemeAt('/scheme/withhold/mobile'), '.action-bar-total'),
    hand('phone-scheme-decision', 'id.manager', waiting('mobile'), '.timeline'),
    hand('phone-scheme-withhold', 'in.finance', withheld('mobile'), '.timeline'),
    hand('phone-device-list', 'in.finance', () => '/imei/mobile/component', '.card'),
  ]
}
