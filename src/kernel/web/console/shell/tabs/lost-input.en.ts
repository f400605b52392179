/** Texts about input that a reload would lose, in English. */
export const lostInput = {
  title: 'Some input cannot be kept',
  text: 'The page is loaded again in the other language. What was typed here would be lost:',
  some: 'The page is loaded again in the other language. What was typed but not saved would be lost.',
  goOn: 'Reload anyway',
} as const

type TextShape<T> = { readonly [K in keyof T]: string }

export type LostInputTexts = TextShape<typeof lostInput>
