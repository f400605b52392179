export const en = {
  label: 'Audit',
  errors: {},
  menu: { entries: 'Audit' },
  rights: { view: 'View the audit', export: 'Export the audit' },
}
