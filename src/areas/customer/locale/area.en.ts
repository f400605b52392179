import type { TextShape } from '#kernel/base/i18n/text-shape.ts'

/** Texts of the customer area in English. Its pages are records, which load their own: a browser loads none of these. */
export const en = {
  label: 'Customers',
  menu: { group: 'Customers', own: 'My company' },
  rights: { bank: 'See whole bank accounts', own: 'See the customer that one works for' },
}

export type CustomerTexts = TextShape<typeof en>
