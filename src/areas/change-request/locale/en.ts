import { recordChange } from '../record-change/record-change.en.ts'

/** Texts of changes by approval in English; Chinese satisfies the same shape. */
export const en = {
  label: 'Changes by approval',
  documents: {
    recordChange,
  },
  menu: { list: 'Changes by approval' },
}

type TextShape<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextShape<T[K]> }

export type ChangeTexts = TextShape<typeof en>
