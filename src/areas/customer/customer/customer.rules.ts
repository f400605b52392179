import type { Refusal } from '#kernel/base/errors/errors.ts'
import { type RecordValues, recordText } from '#kernel/engine/record/definition.ts'
import { customerErrors } from '../customer.errors.ts'
import { gstinCheck, taxKey, taxShape } from './tax-number.ts'

const text = (value: string | number | null | undefined): string => (typeof value === 'string' ? value : '')

/** Rules of a single customer. */
export function checkCustomer(values: RecordValues): Refusal[] {
  const { code, kind, parentCode, legalEntityCustomerCode } = values
  const refusals: Refusal[] = []
  if (code !== null && legalEntityCustomerCode === code)
    refusals.push(customerErrors.ownLegalEntity({}, { field: 'legalEntityCustomerCode' }))
  if (kind === 'dealer' && !parentCode) refusals.push(customerErrors.parentNeeded({}, { field: 'parentCode' }))
  return [...refusals, ...checkTax(values), ...checkBank('customer', values)]
}

function checkTax({ countryCode, taxNo }: RecordValues): Refusal[] {
  const country = text(countryCode)
  const key = taxKey(text(taxNo))
  if (text(taxNo) === '') return []
  const { isGood, like } = taxShape(country, key)
  if (!isGood) return [customerErrors.taxShape({ country, like }, { field: 'taxNo' })]
  const digit = country === 'IN' ? gstinCheck(key) : key.at(-1)!
  return digit === key.at(-1) ? [] : [customerErrors.taxCheckDigit({ digit }, { field: 'taxNo' })]
}

const BANK = ['bankName', 'bankAccount', 'bankHolder'] as const

/** A bank account is complete with bank, number and holder, or entirely empty. */
function checkBank(record: string, values: RecordValues): Refusal[] {
  const missing = BANK.filter((name) => text(values[name]) === '')
  if (missing.length === BANK.length && text(values['bankSwift']) === '') return []
  return missing.map((name) =>
    customerErrors.bankIncomplete(
      { field: `@${recordText({ area: 'customer', name: record }, `fields.${name}`)}` },
      { field: name },
    ),
  )
}

/** Q17: a customer that the ERP does not know cannot be sold to. */
export function checkCustomerEnable({ oerpCode }: RecordValues): Refusal[] {
  return text(oerpCode) === '' ? [customerErrors.oerpNeeded({}, { field: 'oerpCode' })] : []
}
