import type { EffectBody } from '#kernel/engine/definition/effect.ts'

/** The message to finance about an approved transfer (docs/finance-push.md): codes and amounts, no names. */
export const transferPush: EffectBody = ({ approvedAt, header, lines }) => ({
  level: header['level'],
  approvedAt,
  idcCode: header['idcCode'],
  areaId: header['areaId'],
  toIdcCode: header['toIdcCode'],
  toAreaId: header['toAreaId'],
  year: header['year'],
  month: header['month'],
  budgetDeptCode: header['budgetDeptCode'],
  projectPoolCode: header['projectPoolCode'],
  productClass: header['productClass'],
  currency: header['currency'],
  totalAmount: header['totalAmount'],
  lines: lines.map((line) => ({
    lineNo: line['line_no'],
    fromBudgetCode: line['from_budget_code'],
    budgetCode: line['budget_code'] ?? null,
    countryCode: line['country_code'],
    projectCode: line['project_code'],
    fscId: line['fsc_id'],
    subBusiCode: line['sub_busi_code'],
    productLineCode: line['product_line_code'],
    amount: line['amount'],
  })),
})

/** The request to finance to hold its amounts during approval (docs/finance-reserve.md). */
export const heldTransfer: EffectBody = (subject) => ({ ...transferPush(subject), approvedAt: undefined })
