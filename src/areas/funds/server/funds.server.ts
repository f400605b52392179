import type { AreaServer } from '#kernel/document/area-server.ts'

export const server: AreaServer = { routes: [], documents: [], exports: [] }
