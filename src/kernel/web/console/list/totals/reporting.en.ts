/** Texts of totals in the reporting currency in English. */
export const reporting = {
  note: 'All currencies in {base}, at the budget rates of {year}.',
  without: 'Without {currencies}: no rate of this year.',
} as const

type TextShape<T> = { readonly [K in keyof T]: string }

export type ReportingTexts = TextShape<typeof reporting>
