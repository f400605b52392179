/** Most files per opinion, for both the form and the server. */
export const MOST_OF_OPINION = 5
