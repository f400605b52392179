import { prepared } from '#kernel/platform/db/statement.ts'
import type { Principal } from '#kernel/platform/access/principal.ts'

/** The job title of a person, which a price document keeps as the role of its creator. */
export const jobTitleOf = prepared<{ title: string | null }>(
  'price.job-title',
  'select job_title as title from app_user where id = $1',
)

/** The job title of whoever asks, for the approval and for who reads it later. */
export const jobTitleFact = {
  actions: ['submit'],
  // Only of the person who asks.
  sight: { within: 'statement' },
  statement: ({ principal }: { readonly principal: Pick<Principal, 'userId'> }) => jobTitleOf(principal.userId),
  read: ([row]: { title: string | null }[]) => row?.title ?? null,
} as const
