import type { EffectBody } from '#kernel/engine/definition/effect.ts'

/** The message to finance about an approved application (docs/finance-push.md): codes and amounts, no names. */
export const financePush: EffectBody = ({ approvedAt, header, lines }) => ({
  applyType: header['applyType'],
  level: header['level'] ?? 'country',
  fundedBy: header['fundedBy'] ?? null,
  approvedAt,
  idcCode: header['idcCode'],
  areaId: header['areaId'],
  year: header['year'],
  month: header['month'],
  budgetDeptCode: header['budgetDeptCode'],
  projectPoolCode: header['projectPoolCode'],
  productClass: header['productClass'],
  regionCode: header['regionCode'] ?? null,
  currency: header['currency'],
  totalAmount: header['totalAmount'],
  lines: lines.map((line) => ({
    lineNo: line['line_no'],
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
export const heldBudget: EffectBody = (subject) => ({ ...financePush(subject), approvedAt: undefined })
