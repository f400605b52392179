import { definePages } from '#kernel/web/console/pages.ts'
import { recordPages } from '#kernel/web/console/record/record-pages.ts'

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
const paths = [...names, 'operatingUnit', 'inventoryOrganisation'].map((name) => `/master/pc/${name}`)

/** Desktop pages of the organisation area; records bring their own texts along, so the area has none in the first load. */
export const pages = definePages(
  null,
  recordPages('organisation', paths, () => import('./records/organisation-records.ts')),
)
