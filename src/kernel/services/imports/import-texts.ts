import { overridableTexts } from '#kernel/base/i18n/overridable-texts.ts'
import { imports as en } from './locale/import-server.en.ts'
import { imports as zh } from './locale/import-server.zh.ts'

export const importTexts = overridableTexts('imports', { en, zh })
