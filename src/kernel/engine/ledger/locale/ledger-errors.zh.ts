import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { ledgerErrors } from '#kernel/base/errors/kernel-errors.ts'

/** Texts of refused postings, in Chinese. */
export const ledgerErrorTexts = {
  insufficient: '可用金额不足',
  alreadyPosted: '已记账',
  reservationResolved: '该预留已处理',
} satisfies ErrorTexts<typeof ledgerErrors>
