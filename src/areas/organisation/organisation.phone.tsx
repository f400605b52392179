import { definePages } from '#kernel/web/console/pages.ts'
import { recordPhonePages } from '#kernel/web/console/record/record-phone-pages.ts'

const names = [
  'organisation',
  'area',
  'idc',
  'warZone',
  'whiteCustomer',
  'country',
  'currency',
  'currencyRate',
  'legalEntity',
]
const paths = [...names, 'operatingUnit', 'inventoryOrganisation'].map((name) => `/master/mobile/${name}`)

/** Phone pages of the area. */
export const pages = definePages(
  null,
  recordPhonePages('organisation', paths, () => import('./records/organisation-records.ts')),
)
