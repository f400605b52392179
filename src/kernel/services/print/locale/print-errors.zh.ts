import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { printErrors } from '../print.errors.ts'

/** Why a document is not printed, in Chinese. */
export const printErrorTexts = { tooLarge: '单据过大，无法一次打印，请导出明细' } satisfies ErrorTexts<
  typeof printErrors
>
