/** Texts of the panel of columns in English. */
export const columnPanel = {
  help: 'Drag to order, or use the arrow keys on a handle: up and down move, left and right change the width.',
  reset: 'Reset columns',
  move: 'Order and width of {column}',
  pinOne: 'Keep {column} in sight',
  pin: 'Keep in sight',
} as const

type TextShape<T> = { readonly [K in keyof T]: string }

export type ColumnPanelTexts = TextShape<typeof columnPanel>
