import type { AreaManifest } from '#kernel/platform/access/area.ts'
import { accountArea } from '#areas/account/account.area.ts'
import { auditingArea } from '#areas/auditing/auditing.area.ts'
import { budgetArea } from '#areas/budget/budget.area.ts'
import { customerArea } from '#areas/customer/customer.area.ts'
import { integrationArea } from '#areas/integration/integration.area.ts'
import { deviceArea } from '#areas/device/device.area.ts'
import { fundsArea } from '#areas/funds/funds.area.ts'
import { changeRequestArea } from '#areas/change-request/change-request.area.ts'
import { organisationArea } from '#areas/organisation/organisation.area.ts'
import { priceArea } from '#areas/price/price.area.ts'
import { productArea } from '#areas/product/product.area.ts'
import { permissionArea } from '#areas/permission/permission.area.ts'
import { personnelArea } from '#areas/personnel/personnel.area.ts'
import { approvalRoutesArea } from '#areas/approval-routes/approval-routes.area.ts'
import { schemeArea } from '#areas/scheme/scheme.area.ts'
import { settingArea } from '#areas/setting/setting.area.ts'
import { storeArea } from '#areas/store/store.area.ts'
import { withPlaces } from './with-places.ts'

/** The only list of areas. Server and web parts are found by their folder (docs/architecture.md). */
const manifests: readonly AreaManifest[] = [
  organisationArea,
  productArea,
  storeArea,
  personnelArea,
  budgetArea,
  schemeArea,
  customerArea,
  priceArea,
  deviceArea,
  fundsArea,
  changeRequestArea,
  approvalRoutesArea,
  permissionArea,
  integrationArea,
  settingArea,
  accountArea,
  auditingArea,
]

/** The manifests as the server has them; a page gets the menu from it, or from the build (built-in-menu.ts). */
export const areas: readonly AreaManifest[] = await Promise.all(manifests.map(withPlaces))
