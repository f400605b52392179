/** Names of the area's rows where they refer to a record. Only the server uses them, so no page loads them. */
export const rows = {
  en: {
    scheme: 'Schemes',
    withholdNotice: 'Months whose withholds were announced',
    settlement: 'Settlements',
    payment: 'Payments',
    priceCut: 'Price cuts',
    priceProposal: 'Price protection proposals',
    priceProtection: 'Stock in price protection proposals',
    frozenStock: 'Stock frozen for schemes',
  },
  zh: {
    scheme: '方案',
    withholdNotice: '已通知预提的月份',
    settlement: '结算',
    payment: '付款',
    priceCut: '降价',
    priceProposal: '价保建议',
    priceProtection: '价保建议中的库存',
    frozenStock: '为方案冻结的库存',
  },
}
