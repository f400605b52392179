import { f } from '#kernel/engine/definition/fields.ts'
import { defineRecord, r, type RecordValues } from '#kernel/engine/record/definition.ts'
import { organisationErrors } from '../organisation.errors.ts'
import { currencyReference } from '../references.facade.ts'

/**
 * The rate of a currency to another from a day on. Rates are only added: a document stores the one it used, and its
 * readers must find it. Budget rates come from the year's rates, which two people publish.
 */
export const currencyRate = defineRecord({
  name: 'currencyRate',
  area: 'organisation',
  table: 'currency_rate',
  api: '/aps/currencyRate',
  file: 'currency-rate',
  page: '/master/pc/currencyRate',
  phonePage: '/master/mobile/currencyRate',
  keyOf: ['currencyCode', 'baseCode', 'kind', 'validFrom'],
  appendOnly: 'validFrom',
  fields: {
    code: f.code({ required: true, max: 64 }),
    currencyCode: f.ref(currencyReference, { required: true }),
    baseCode: f.ref(currencyReference, { required: true }),
    kind: {
      ...f.choice(['budget', 'booking', 'monthAverage'], { required: true }),
      // Budget rates are published with the year.
      offered: ['booking', 'monthAverage'],
    },
    validFrom: f.date({ required: true }),
    units: r.rate({ required: true }),
  },
  names: { zh: 'code', en: 'code' },
  rights: {
    view: 'organisation.rate.view',
    edit: 'organisation.rate.edit',
    export: 'organisation.rate.export',
    import: 'organisation.rate.import',
  },
  list: {
    columns: ['code', 'currencyCode', 'baseCode', 'kind', 'validFrom', 'units', 'updatedAt', 'updatedBy'],
    filters: ['currencyCode', 'kind', 'baseCode', 'keyword'],
    sort: ['code', 'validFrom', 'currencyCode', 'updatedAt'],
    order: '-validFrom',
  },
  check: ({ kind, currencyCode, baseCode }: RecordValues) => [
    ...(kind === 'budget' ? [organisationErrors.budgetRate({}, { field: 'kind' })] : []),
    ...(currencyCode === baseCode ? [organisationErrors.sameCurrency({}, { field: 'baseCode' })] : []),
  ],
  naming: { baseCode: { hasOwnWords: true } },
  example: {
    currencyCode: 'INR',
    baseCode: 'USD',
    kind: 'monthAverage',
    validFrom: '2099-01-01',
    units: '84.5',
  },
})
