/** Texts of lists that are drawn as cards in English. */
export const cards = {
  filters: 'Search and filter',
  show: 'Show',
  order: 'Order',
  ordered: 'As it comes',
  up: '{column}, upwards',
  down: '{column}, downwards',
  remove: 'Remove the filter {filter}',
  pick: 'Select',
  picked: 'Done',
  more: 'Show everything',
  since: 'from {day}',
  until: 'to {day}',
  beginning: 'Beginning of the code',
} as const

type TextShape<T> = { readonly [K in keyof T]: string }

export type CardTexts = TextShape<typeof cards>
