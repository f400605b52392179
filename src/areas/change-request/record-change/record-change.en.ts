import { heads, life } from '#kernel/engine/definition/document-texts.en.ts'

/** Texts of changes by approval in English. */
export const recordChange = {
  label: 'Master data change',
  many: 'Changes of master data',
  titles: { new: 'New master data', change: 'Change of master data' },
  fields: {
    ...heads,
    no: 'Change no.',
    changeKind: 'Kind of change',
    recordKind: 'Record',
    recordKey: 'Code',
    organisationCode: 'Organisation',
    drafter: 'Asked for by',
    lines: 'Fields',
  },
  lineFields: { field: 'Field', oldValue: 'Present value', value: 'New value' },
  ...life,
  options: { changeKind: { new: 'New record', change: 'Change' } },
}
