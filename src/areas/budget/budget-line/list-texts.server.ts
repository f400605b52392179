import type { FileTexts } from '#kernel/engine/read-list/list-file.ts'

/** Where the texts of the area's lists stand on the server. */
export const LIST_TEXTS: FileTexts = { budgetLists: 'budget.page', budgetLevels: 'budget.page' }
