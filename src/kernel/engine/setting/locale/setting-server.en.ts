import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { twoPeopleErrors } from '../two-people.errors.ts'

/** Texts of refused setting drafts, in English. */
export const twoPeopleErrorTexts = {
  unknown: 'There is no such setting',
  unknownVersion: 'There is no such version',
  noDraft: 'This draft was published or discarded meanwhile',
  draftStale: 'The draft was changed by {by} at {at}. Your input is kept; compare and try again',
  baseMoved: 'Version {version} was published meanwhile. Discard the draft and begin from it',
  secondPerson: 'You edited this draft last, so somebody else has to publish it',
  tookPart: 'You worked on this draft, so somebody who did not has to publish it',
  drafterMayNot:
    '{by} drafted this and no longer holds the right for it ({right}). Somebody who does has to save it again',
  nothingChanged: 'The draft is the same as the published version',
  mayNotAsk: 'You do not hold the right to this draft: {right}',
  nobodyToAsk:
    'Nobody who may publish this has not worked on it: discard the draft and begin it again with one person fewer',
  notAsked: 'You are not asked to publish this draft, or not any more',
  incomplete: 'The draft cannot be published yet: {count} {count, problem|problems}',
} satisfies ErrorTexts<typeof twoPeopleErrors>
