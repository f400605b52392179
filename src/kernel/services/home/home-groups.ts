/** The parts of the home page, in their order. */
export const HOME_GROUPS = ['waiting', 'broken', 'moved', 'runsOut', 'figures'] as const
export type HomeGroup = (typeof HOME_GROUPS)[number]
