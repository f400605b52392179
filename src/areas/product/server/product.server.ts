import type { AreaServer } from '#kernel/document/area-server.ts'
import { records } from '../records/product-records.ts'

export const server: AreaServer = { routes: [], documents: [], exports: [], records }
