import type { FindTexts } from './find.en.ts'

export const find: FindTexts = { documents: '单据' }
