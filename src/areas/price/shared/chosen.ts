/** Most prices of the list that are changed at once. */
export const MOST_CHOSEN = 10_000
