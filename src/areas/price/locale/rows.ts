/** Names of the area's rows where they refer to a record. Only the server uses them, so no page loads them. */
export const rows = {
  en: { price: 'Prices', cost: 'Costs' },
  zh: { price: '价格', cost: '成本' },
}
