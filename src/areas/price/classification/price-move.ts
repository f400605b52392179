/** A move of prices to another classification: the type under which it stands in the history and that its rows come from, and the act that others follow. */
export const priceMove = { type: 'priceMove', did: 'move' } as const

const DIGITS = 8

/** Number of a move. */
export const moveNo = (id: string): string => `PM${id.padStart(DIGITS, '0')}`
/** SQL of the number of a move whose id stands in a column. */
export const moveNoSql = (id: string): string =>
  `'PM' || lpad(${id}::text, greatest(${DIGITS}, length(${id}::text)), '0')`
