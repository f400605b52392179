/** What rows of the area's tables are called where they name a record. Only the server says it: no page loads these. */
export const rows = {
  en: {
    recordChange: 'Changes of master data',
  },
  zh: {
    recordChange: '主数据变更',
  },
}
