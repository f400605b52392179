/** Where statements of an account are asked for, and with which right. */
export const STATEMENT = {
  right: 'funds.statement.view',
  pdf: '/aps/funds/statement/pdf',
  export: '/aps/funds/statement/export',
} as const

/** The longest period of a statement: a year, with its leap day. */
export const MOST_DAYS = 366

/** What a statement is of: a customer with an operating unit in a currency, from the first day to the last. */
export interface StatementAsked {
  readonly customerCode: string
  readonly operatingUnitCode: string
  readonly currency: string
  readonly from: string
  readonly to: string
}
