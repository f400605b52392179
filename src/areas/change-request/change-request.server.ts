import type { AreaServer } from '#kernel/services/area/area-server.ts'
import { documentsOf } from '#kernel/services/area/area-documents.ts'
import { changeRequest } from './change-request.documents.ts'

export const server: AreaServer = await documentsOf([changeRequest])
