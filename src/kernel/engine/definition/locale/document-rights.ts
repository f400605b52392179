/** What the rights of a document are called; … is its name. Only the server says it: no page loads these. */
export const documentRights = {
  view: { zh: '查看…', en: 'View: …' },
  submit: { zh: '起草…', en: 'Draft: …' },
  approve: { zh: '审批…', en: 'Decide: …' },
  reduce: { zh: '核减…金额', en: 'Approve less: …' },
  retry: { zh: '重新推送…', en: 'Push again: …' },
  export: { zh: '导出…', en: 'Export: …' },
} as const
