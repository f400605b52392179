import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { inboxErrors } from '../inbox.errors.ts'

/** Texts of refused batches, in Chinese. */
export const inboxErrorTexts = {
  currencyMissing: '请选择金额的币种',
  tooMany: '超过{limit}条，超出限制',
  none: '请至少选择一个任务',
  short: '{account}：计入前面的任务后，还差 {missing} {currency}',
} satisfies ErrorTexts<typeof inboxErrors>
