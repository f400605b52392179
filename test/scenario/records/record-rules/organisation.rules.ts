import { country } from '#areas/organisation/records/country.record.ts'
import { organisation } from '#areas/organisation/records/organisation.record.ts'
import { currencyRate } from '#areas/organisation/records/currency-rate.record.ts'
import type { RuleCase } from './rule-case.ts'

/** Rules of organisations, countries and currencies. */
export const rules: readonly RuleCase[] = [
  {
    rule: 'B6',
    record: currencyRate,
    given: { baseCode: 'INR' },
    field: 'baseCode',
    zh: '不能添加自身：币种没有对自身的汇率',
    en: 'Cannot add itself: a currency has no rate against itself',
  },
  {
    rule: '033',
    record: currencyRate,
    given: { kind: 'budget' },
    field: 'kind',
    zh: '预算汇率即年度汇率，由两人在“审批金额段与汇率”中发布',
    en: 'Budget rates are those of the year: two people publish them under Approval Bands and Rates',
  },
  {
    rule: '033',
    record: country,
    given: { organisationCode: 'IN-IN' },
    field: 'organisationCode',
    zh: '组织：IN-IN已属于IN',
    en: 'Organisation: IN-IN belongs to IN already',
  },
  {
    rule: 'B6',
    record: organisation,
    given: { parentCode: 'IN-IN' },
    to: 'IN-IN',
    field: 'parentCode',
    zh: '上级组织：不能添加自身',
    en: 'Upper organisation: cannot add itself',
  },
  {
    rule: 'B17',
    record: organisation,
    to: 'HQ',
    act: 'delete',
    zh: '存在下级组织时不能删除该组织',
    en: 'An organization cannot be deleted while child organizations exist',
  },
]
