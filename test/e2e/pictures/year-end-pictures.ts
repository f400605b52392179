import { companyAt } from '#test/helpers/company/company-at.ts'
import type { Pictured } from './pictured.ts'

type Make = (name: string, account: string, address: Pictured['address'], settled: string) => Pictured

const PAGE = '/budget/pc/year-end?idcCode=EU'

/** A document of the demonstration in this state, as its page opens it. */
const ofState = (state: string, path: string) => async (origin: string) => {
  const { records } = await companyAt(origin).call<{ records: { formInstanceId: string }[] }>(
    'hq.finance',
    '/aps/budget/yearEnd/queryByPage',
    { state, kind: 'carryOver', limit: 10 },
  )
  return `${path}?type=view&formInstanceId=${records[0]?.formInstanceId}`
}

/** The end of a budget year, on both widths. */
export function yearEndPictures(desk: Make, hand: Make): readonly Pictured[] {
  const applied = '/budget/pc/year-end/apply?type=new&applyType=carryOver&idcCode=EU'
  return [
    desk('year-end', 'hq.finance', () => PAGE, '.year-end-table'),
    desk('year-end-periods', 'hq.finance', () => `${PAGE}&view=periods`, '.year-end-table'),
    desk('year-end-documents', 'hq.finance', () => `${PAGE}&view=documents`, 'tbody tr:nth-child(2)'),
    desk('year-end-form', 'hq.budget', () => applied, '.sheet'),
    desk('year-end-approval', 'hq.pricing', ofState('underApproval', '/budget/pc/year-end/apply'), '.timeline'),
    hand('phone-year-end', 'hq.pricing', ofState('underApproval', '/budget/mobile/year-end/apply'), '.timeline'),
    hand('phone-year-end-form', 'hq.budget', () => applied.replace('/pc/', '/mobile/'), '.action-bar-total'),
  ]
}
