import type { Widened } from '#kernel/i18n/widened.ts'

const named = { code: 'Code', nameZh: 'Chinese name', nameEn: 'English name' }
const documents = { budgets: 'Budgets', applications: 'Budget applications' }

/** Texts of the area's records in English. */
export const records = {
  country: {
    label: 'country',
    title: 'Countries',
    example: 'Bhutan',
    fields: {
      ...named,
      areaCode: 'Area',
      currencyCode: 'Currency',
      timezone: 'Time zone',
      organisationCode: 'Organisation',
    },
    uses: { projects: 'Budget projects', ...documents },
  },
  currency: {
    label: 'currency',
    title: 'Currencies',
    example: 'Bhutanese ngultrum',
    fields: { ...named, symbol: 'Symbol', minorDigits: 'Decimals' },
    uses: {
      countries: 'Countries',
      areas: 'Areas',
      organisations: 'Organisations',
      rates: 'Rates of it',
      baseRates: 'Rates against it',
      yearRates: 'Rates of a year',
      yearRateBases: 'Rates of a year against it',
      bands: 'Approval bands',
      ...documents,
    },
  },
  currencyRate: {
    label: 'rate',
    title: 'Currency Rates',
    fields: {
      code: 'Rate',
      currencyCode: 'Currency',
      baseCode: 'For one unit of',
      kind: 'Kind',
      validFrom: 'Valid from',
      units: 'Units',
    },
    options: { kind: { budget: 'Budget', booking: 'Booking', monthAverage: 'Month average' } },
  },
}

export type OrganisationRecordTexts = Widened<typeof records>
