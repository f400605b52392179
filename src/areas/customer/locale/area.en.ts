import type { Widened } from '#kernel/i18n/widened.ts'

/** Texts of the customer area in English. Its pages are records, which bring their own: a browser loads nothing of this. */
export const en = {
  label: 'Customers',
  menu: { group: 'Customers' },
  rights: { bank: 'See whole bank accounts' },
}

export type CustomerTexts = Widened<typeof en>
