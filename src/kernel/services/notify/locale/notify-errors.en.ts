import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { notifyErrors } from '../notify.errors.ts'

/** Texts of messages that are not sent, in English. */
export const notifyErrorTexts = {
  channelOff: 'This channel is not set up. Ask the administrator',
  noAddress: 'Your account has no mail address. Ask the administrator',
  testRuns: 'A test message is on its way already',
} satisfies ErrorTexts<typeof notifyErrors>
