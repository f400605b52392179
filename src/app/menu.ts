import type { MenuEntry } from '#kernel/document/area.ts'
import { en } from './locale/en.ts'
import { zh } from './locale/zh.ts'

function entry(code: keyof typeof en, more: Partial<MenuEntry>): MenuEntry {
  const shared = {
    pcode: '',
    icon: '',
    url: '',
    routingCache: false,
    hidden: false,
    sortIndex: 0,
    rights: [],
    buttons: [],
  }
  return { code, name: zh[code], nameEn: en[code], ...shared, ...more }
}

/**
 * The part of the menu that belongs to no area: home, the caller's tasks, and the groups that several areas share
 * (spec section 2). A group nobody has a page in is not shown.
 */
export const menu: readonly MenuEntry[] = [
  entry('home', { icon: 'home', url: '/index', sortIndex: 0 }),
  entry('tasks', {
    code: 'my_tasks',
    icon: 'check',
    url: '/tasks/pc',
    sortIndex: 10,
    rights: ['approval.task.view'],
    buttons: ['approval.task.view'],
  }),
  entry('tasks', {
    code: 'my_tasks_mobile',
    url: '/tasks/mobile',
    sortIndex: 11,
    hidden: true,
    rights: ['approval.task.view'],
    buttons: ['approval.task.view'],
  }),
  entry('process', { icon: 'file', sortIndex: 100 }),
  entry('imei', { icon: 'barcode', sortIndex: 300 }),
]

const SCHEMES = [
  'application',
  'withhold',
  'reversal',
  'execute',
  'terminal',
  'adjust',
  'annualCarryover',
  'receivablesAdjustment',
  'negativeRedemption',
  'specialPriceApprovalForm',
  'adjustInvoice',
] as const

/** Pages for a phone (spec section 2): the server answers them with the small phone entry, which draws no shell. */
export const phonePaths: readonly string[] = [
  '/process/price/mobile/detail',
  '/process/price/mobile/info',
  '/process/mobile/component',
  '/imei/mobile/component',
  '/imei/mobile/detail',
  '/budget/mobile/country/apply',
  '/budget/mobile/transfer/apply',
  '/budgetCountry/mobile',
  ...SCHEMES.map((scheme) => `/scheme/${scheme}/mobile`),
  '/contract/detail/mobile',
  '/contract/approvalDetail/mobile',
  '/recharge/detail/mobile',
  '/priceApplication/mobile',
  '/tasks/mobile',
]
