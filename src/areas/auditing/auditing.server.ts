import type { AreaServer } from '#kernel/services/area/area-server.ts'

export const server: AreaServer = { routes: [], documents: [], exports: [] }
