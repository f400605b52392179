import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { printErrors } from '../print.errors.ts'

/** Texts of refused prints, in Chinese. */
export const printErrorTexts = { tooLarge: '单据过大，无法一次打印，请导出明细' } satisfies ErrorTexts<
  typeof printErrors
>
