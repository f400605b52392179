import type { FundsListName } from './lists/funds-list-names.ts'
import type { FundsRow } from './lists/funds.list.ts'

export type Device = 'pc' | 'mobile'

const PAGES: Readonly<Record<FundsListName, Readonly<Record<Device, string>>>> = {
  account: { pc: '/funds/pc/account', mobile: '/funds/mobile/account' },
  rebate: { pc: '/funds/pc/rebate', mobile: '/funds/mobile/rebate' },
  flow: { pc: '/funds/pc/flow', mobile: '/funds/mobile/flow' },
  receivable: { pc: '/funds/pc/receivable', mobile: '/funds/mobile/receivable' },
  invoice: { pc: '/funds/pc/invoice', mobile: '/funds/mobile/invoice' },
}

/** Links of an amount in the list of customers: its movements, batches or items. */
const BEHIND: Readonly<Record<string, readonly [list: FundsListName, filters: Readonly<Record<string, string>>]>> = {
  rechargeAvailable: ['flow', { kind: 'RECHARGE', bucket: 'avl' }],
  rechargeOccupied: ['flow', { kind: 'RECHARGE', bucket: 'occ' }],
  rebateAvailable: ['rebate', {}],
  rebateOccupied: ['flow', { kind: 'REBATE', bucket: 'occ' }],
  total: ['flow', { bucket: 'funds' }],
  receivable: ['receivable', { settled: 'open', kind: 'owed' }],
  credits: ['flow', { kind: 'RECEIVABLE', bucket: 'crd' }],
  overdue: ['receivable', { settled: 'overdue' }],
}

export function behindAddress(row: FundsRow, key: string, device: Device): string | null {
  const behind = BEHIND[key]
  if (!behind) return null
  const [list, filters] = behind
  const of = { customerCode: row['customerCode'], operatingUnitCode: row['operatingUnitCode'], currency: row.currency }
  return `${PAGES[list][device]}?${new URLSearchParams({ ...Object.fromEntries(Object.entries(of).map(([name, value]) => [name, String(value)])), ...filters })}`
}
