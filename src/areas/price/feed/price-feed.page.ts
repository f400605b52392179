import type { DocumentPageSpec } from '#kernel/web/console/document/page-spec.ts'
import { priceFeed } from './price-feed.doc.ts'

/** A price feed on its pages, at both widths. */
export const page: DocumentPageSpec = { definition: priceFeed }
