/** Names of the area's rows where they refer to a record. Only the server uses them, so no page loads them. */
export const rows = {
  en: {
    recordChange: 'Changes of master data',
  },
  zh: {
    recordChange: '主数据变更',
  },
}
