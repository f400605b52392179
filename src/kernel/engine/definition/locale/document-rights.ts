/** Names of the rights of a document; … stands for its own. Only the server uses them, so no page loads them. */
export const documentRights = {
  view: { zh: '查看…', en: 'View: …' },
  submit: { zh: '起草…', en: 'Draft: …' },
  approve: { zh: '审批…', en: 'Decide: …' },
  reduce: { zh: '核减…金额', en: 'Approve less: …' },
  retry: { zh: '重新推送…', en: 'Push again: …' },
  act: { zh: '变更已通过的…', en: 'Change after approval: …' },
  export: { zh: '导出…', en: 'Export: …' },
} as const
