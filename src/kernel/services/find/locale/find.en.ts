/** The name of the group that is of no area. */
export const find = { documents: 'Documents' }

export type FindTexts = typeof find
