import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { entryList } from './entries/entry.routes.ts'

export const server: AreaServer = { ...entryList, documents: [] }
