import { documentsOf } from '#kernel/services/area/area-documents.ts'
import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { parseRoute } from '#kernel/services/line-file/line-file.routes.ts'
import { reviewFollows } from './application/review-follows.server.ts'
import { priceCheckRoutes } from './check/price-check.routes.ts'
import { classificationRoutes } from './classification/classification.routes.ts'
import { priceMove } from './classification/price-move.ts'
import { priceCalendarRoutes } from './calendar/price-calendar.routes.ts'
import { feedInboundRoutes } from './feed/feed-inbound.routes.ts'
import { priceChangeRoutes } from './change/price-change.routes.ts'
import { settingRoutes } from '#kernel/engine/setting/setting.routes.ts'
import { priceDocuments } from './price.documents.ts'
import { rows } from './price.rows.ts'
import { costImport } from './import/cost-import.ts'
import { priceImport } from './import/price-import.ts'
import { ownPriceFinder } from './own/find-own-prices.server.ts'
import { ownPriceFollows, ownPriceNews } from './own/own-notices.server.ts'
import { priceReviewFile, priceReviewLinesImport } from './review/price-review-lines.import.ts'
import { percentRoutes } from './rounding/percent-price.routes.ts'
import { ROUNDING_PATH } from './rounding/rounding-wire.ts'
import { roundingSetting } from './rounding/rounding.setting.ts'
import { priceDetailExports, priceRowRoutes } from './row/price-row.routes.ts'

const own = await documentsOf(priceDocuments)

export const server: AreaServer = {
  routes: [
    ...own.routes,
    ...priceRowRoutes,
    ...priceCheckRoutes,
    ...classificationRoutes,
    ...priceChangeRoutes,
    ...priceCalendarRoutes,
    ...percentRoutes,
    ...settingRoutes(roundingSetting, ROUNDING_PATH, 'the rounding rules of prices'),
    ...feedInboundRoutes,
    parseRoute(priceReviewFile),
  ],
  documents: own.documents,
  exports: [...own.exports, ...priceDetailExports],
  rows,
  news: ownPriceNews,
  acts: [priceMove],
  follows: [...reviewFollows, ...ownPriceFollows],
  find: [ownPriceFinder],
  imports: [priceReviewLinesImport, priceImport, costImport],
}
