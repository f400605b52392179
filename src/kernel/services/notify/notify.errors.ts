import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Why a notification setting, or a test message, is refused. */
export const notifyErrors = defineErrors('notify', {
  channelOff: { status: 409 },
  noAddress: { status: 409 },
  testRuns: { status: 409 },
})
