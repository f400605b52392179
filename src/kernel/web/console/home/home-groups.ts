import type { HomeGroup } from '#kernel/services/home/home-wire.ts'

/** The parts of the page in their order: the server's own list, without its schemas. */
export const HOME_GROUPS: readonly HomeGroup[] = ['waiting', 'broken', 'moved', 'runsOut', 'figures']
