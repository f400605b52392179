import type { AreaServer } from '#kernel/document/area-server.ts'
import { records } from '../records/integration-records.ts'
import { settingRules } from './setting-rules.ts'

export const server: AreaServer = { routes: [], documents: [], exports: [], records, recordRules: [settingRules] }
