import { heads, life } from '#kernel/engine/definition/document-texts.en.ts'

/** Texts of changes by approval in English; Chinese satisfies the same shape. */
export const en = {
  label: 'Changes by Approval',
  documents: {
    recordChange: {
      label: 'Master data change',
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
    },
  },
  menu: { list: 'Changes by Approval', apply: 'Change of Master Data', approval: 'Approval of Master Data' },
  rights: {
    view: 'View changes of master data',
    submit: 'Ask for changes of master data',
    approve: 'Approve changes of master data',
    export: 'Export changes of master data',
  },
}

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type ChangeTexts = TextShape<typeof en>
