import { find as en } from './locale/find.en.ts'
import { find as zh } from './locale/find.zh.ts'

/** Of the server alone: its answer names each group. */
export const FIND_TEXTS = { en, zh }
