import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

const named = { code: 'Code', nameZh: 'Chinese name', nameEn: 'English name' }

/** Texts of the area's records in English. */
export const records = {
  organisation: {
    label: 'organisation',
    title: 'Organisations',
    many: 'Organisations',
    uses: { parentCode: 'Organisations below it', dated: 'Organisations once or yet to be below it' },
    example: 'Mumbai branch',
    fields: {
      ...named,
      type: 'Type',
      parentCode: 'Upper organisation',
      topCode: 'Top organisation',
      warZoneCode: 'War zone',
      timezone: 'Time zone',
      language: 'Language',
      currencyCode: 'Currency',
      headAccount: 'Head',
    },
    options: {
      type: { headquarters: 'Headquarters', region: 'Region', country: 'Country', branch: 'Branch' },
      language: { zh: 'Chinese', en: 'English' },
    },
  },
  area: {
    label: 'area',
    title: 'Areas',
    many: 'Areas',
    example: 'India, devices',
    fields: {
      ...named,
      idcCode: 'Data centre',
      bizSystem: 'Back-end system',
      currencyCode: 'Control currency',
      organisationCode: 'Organisation',
    },
    options: { bizSystem: { gs: 'Phones (gs)', iot: 'Devices (iot)' } },
  },
  idc: {
    label: 'data centre',
    title: 'Data centres',
    example: 'Oceania',
    fields: named,
  },
  warZone: {
    label: 'war zone',
    title: 'War zones',
    many: 'War zones',
    example: 'Southern war zone',
    fields: { ...named, areaCodes: 'Areas', countryCodes: 'Countries' },
  },
  whiteCustomer: {
    label: 'white customer',
    title: 'White customers',
    many: 'White customers',
    uses: { customerCode: 'White lists of war zones' },
    fields: { code: 'Code', warZoneCode: 'War zone', customerCode: 'Customer', reason: 'Reason' },
  },
  legalEntity: {
    label: 'legal entity',
    title: 'Legal entities',
    many: 'Legal entities',
    example: 'Example India Private Limited',
    fields: {
      ...named,
      countryCode: 'Country',
      currencyCode: 'Currency of its books',
      taxNo: 'Tax number',
      fiscalYearStart: 'First month of the fiscal year',
      erpCode: 'ERP code',
    },
  },
  operatingUnit: {
    label: 'operating unit',
    title: 'Operating units',
    many: 'Operating units',
    example: 'India operations',
    fields: { ...named, legalEntityCode: 'Legal entity', setOfBooks: 'Set of books', erpCode: 'ERP code' },
  },
  inventoryOrganisation: {
    label: 'inventory organisation',
    title: 'Inventory organisations',
    many: 'Inventory organisations',
    example: 'India central stock',
    fields: { ...named, operatingUnitCode: 'Operating unit', erpCode: 'ERP code' },
  },
  country: {
    label: 'country',
    title: 'Countries',
    many: 'Countries',
    example: 'Bhutan',
    fields: {
      ...named,
      areaCode: 'Area',
      currencyCode: 'Currency',
      timezone: 'Time zone',
      organisationCode: 'Organisation',
    },
  },
  currency: {
    label: 'currency',
    title: 'Currency',
    example: 'Bhutanese ngultrum',
    fields: { ...named, symbol: 'Symbol', minorDigits: 'Decimals' },
  },
  currencyRate: {
    label: 'rate',
    title: 'Currency rates',
    many: 'Rates of it',
    uses: { baseCode: 'Rates against it' },
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

export type OrganisationRecordTexts = TextShape<typeof records>
