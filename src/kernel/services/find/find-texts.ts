/** The name of the group that is of no area. */
export const FIND_TEXTS = { en: { documents: 'Documents' }, zh: { documents: '单据' } } as const
