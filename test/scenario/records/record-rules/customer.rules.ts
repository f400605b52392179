import { customer } from '#areas/customer/records/customer.record.ts'
import { customerAddress } from '#areas/customer/records/customer-address.record.ts'
import { customerTradeTerm } from '#areas/customer/records/customer-trade-term.record.ts'
import type { RuleCase } from './rule-case.ts'

/** The fields of an address. */
const ADDRESS = [
  ['countryCode', '国家', 'Country'],
  ['province', '省份', 'Province'],
  ['city', '城市', 'City'],
  ['postalCode', '邮编', 'Postal code'],
  ['detail', '详细地址', 'Detail address'],
  ['contacts', '联系人', 'Contacts'],
  ['phone', '电话号码', 'Phone number'],
  ['receiveInfo', '收货信息', 'Receive info'],
  ['shippingPlace', '发运地', 'Shipping place'],
] as const

/** Rules of customers, their addresses and trade terms. */
export const rules: readonly RuleCase[] = [
  {
    rule: 'B6',
    record: customer,
    given: { parentCode: 'C-IN-0001' },
    to: 'C-IN-0001',
    field: 'parentCode',
    zh: '上级客户：不能添加自身',
    en: 'Parent customer: cannot add itself',
  },
  {
    rule: 'B6',
    record: customer,
    given: { legalEntityCustomerCode: 'C-IN-0001' },
    to: 'C-IN-0001',
    field: 'legalEntityCustomerCode',
    zh: '不能添加自身：法人客户请留空',
    en: 'Cannot add itself: leave the legal entity customer empty',
  },
  {
    rule: 'Q17',
    record: customer,
    to: 'D-IN-0014',
    act: 'enable',
    field: 'oerpCode',
    zh: 'OERP客户编码必填：填写后才能启用',
    en: 'OERP customer code is required before it is enabled',
  },
  {
    rule: 'F4',
    record: customer,
    given: { bankAccount: '12345' },
    field: 'bankAccount',
    zh: '银行账号的写法如：123456789012',
    en: 'Bank account is written like 123456789012',
  },
  {
    rule: 'F4',
    record: customerAddress,
    given: { phone: '+91 22 6677' },
    field: 'phone',
    zh: '电话号码的写法如：912266778899',
    en: 'Phone number is written like 912266778899',
  },
  {
    rule: 'Q9',
    record: customerTradeTerm,
    given: { tradeTermCode: null },
    field: 'tradeTermCode',
    zh: '请填写贸易条款',
    en: 'Trade term is required',
  },
  ...ADDRESS.map(([field, zh, en]): RuleCase => ({
    rule: 'Q12',
    record: customerAddress,
    given: { [field]: null },
    field,
    zh: `请填写${zh}`,
    en: `${en} is required`,
  })),
]
