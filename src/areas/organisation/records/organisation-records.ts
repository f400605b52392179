import type { AnyRecord } from '#kernel/record/definition.ts'
import { country } from './country.record.ts'
import { currency } from './currency.record.ts'
import { currencyRate } from './currency-rate.record.ts'

export const records: readonly AnyRecord[] = [country, currency, currencyRate]
