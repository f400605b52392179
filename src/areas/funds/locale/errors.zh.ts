import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { fundsErrors } from '../funds.errors.ts'

/** Texts of refused fund movements, in Chinese. */
export const errors: ErrorTexts<typeof fundsErrors> = {
  customerUnknown: '客户{customer}在{unit}下没有{currency}账户，或不在您的数据范围内',
  exceedsRebate: '返利余额可用{available} {currency}，不足{amount}',
  exceedsFrozen: '已冻结返利仅{frozen} {currency}，不足{amount}',
  rebateEnded: '该返利的到期日{day}早于入账日',
  exceedsOpen: '{no}未被其他单据占用的未清金额为{open} {currency}，不足{amount}',
  notOwed: '{no}为贷项：只有发票和借项通知单才能调减或转移',
  sameCustomer: '转入客户与转出客户不能相同：{customer}',
  otherCurrency: '{no}的币种为{currency}，而非{expected}',
  exceedsQuantity: '发票{no}第{line}行尚可红冲{left}台，不足{quantity}台',
  exceedsNet: '发票{no}第{line}行尚可红冲{left} {currency}，不足{amount}',
  lineLocked: '发票{no}第{line}行已被审批中的{by}锁定',
  noteOfNote: '{no}本身是红字或借项单：只有发票才能红冲',
  mixedInvoices: '一张单据只对应一张发票：{no}与{other}需分别开具',
  statementBackwards: '对账期间止于{to}，早于起始日{from}',
  statementTooLong: '对账单期间最长{days}天，请缩短期间',
  statementTooMany: '该期间的分录超过{most}条，请缩短期间',
}
