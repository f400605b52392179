/** Files that may go with one opinion: what the form offers and the server takes. */
export const MOST_OF_OPINION = 5
