import { prepared } from '#kernel/platform/db/statement.ts'
import type { Tx } from '#kernel/platform/db/tx.ts'

/** Units of each currency for one US dollar, last year and this year: plausible rates of no particular day. */
const UNITS: Readonly<Record<string, readonly [before: string, now: string]>> = {
  USD: ['1', '1'],
  EUR: ['0.93', '0.92'],
  CNY: ['7.15', '7.2'],
  INR: ['83.2', '84.5'],
  IDR: ['15600', '16200'],
  GBP: ['0.8', '0.79'],
  PLN: ['4.05', '3.98'],
  CZK: ['23.1', '23.4'],
  HUF: ['358', '365'],
  RON: ['4.6', '4.62'],
  BDT: ['110', '119'],
  NPR: ['133', '135'],
  LKR: ['310', '302'],
  PKR: ['281', '279'],
  THB: ['35.2', '34.6'],
  VND: ['24500', '25200'],
  PHP: ['56', '57.8'],
  MYR: ['4.65', '4.45'],
  SGD: ['1.34', '1.33'],
  MMK: ['2100', '2100'],
  KHR: ['4100', '4080'],
  AED: ['3.6725', '3.6725'],
  SAR: ['3.75', '3.75'],
  EGP: ['47.5', '49.2'],
  NGN: ['1450', '1560'],
  KES: ['132', '129'],
  ZAR: ['18.6', '18.1'],
  MAD: ['10', '9.95'],
  GHS: ['14.2', '15.5'],
  KZT: ['460', '495'],
  UZS: ['12600', '12850'],
  AZN: ['1.7', '1.7'],
  GEL: ['2.7', '2.75'],
  RUB: ['91', '95'],
  MXN: ['17.6', '19.8'],
  BRL: ['5.1', '5.7'],
  COP: ['3950', '4250'],
  PEN: ['3.75', '3.76'],
  CLP: ['935', '955'],
  ARS: ['900', '1020'],
  HKD: ['7.81', '7.79'],
}

const insertVersion = prepared(
  'seed demo year rates',
  `insert into year_rate_version (year, version, base, note) select y, 1, 'USD', null from unnest($1::int[]) y on conflict do nothing`,
)
const insertRates = prepared(
  'seed demo rates of a year',
  `insert into year_rate (year, version, currency, units) select $1, 1, u.code, u.units from unnest($2::text[], $3::numeric[]) u (code, units)
   on conflict do nothing`,
)

/** Inserts budget rates of last year and this one. Running it again changes nothing. */
export async function seedYearRates(tx: Tx, years: readonly [before: number, now: number]): Promise<void> {
  await tx.run(insertVersion(years))
  for (const [index, year] of years.entries()) {
    const units = Object.values(UNITS).map((both) => both[index])
    await tx.run(insertRates(year, Object.keys(UNITS), units))
  }
}
