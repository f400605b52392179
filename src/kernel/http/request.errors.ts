import { defineErrors } from '#kernel/errors/errors.ts'

/** Of a request that no page of ours sends: their texts are on the server alone. */
export const requestErrors = defineErrors('request', {
  // The parts of a multipart form cannot be told apart.
  brokenForm: { status: 400, params: [] },
  noSuchPage: { status: 400, params: ['most'] },
})
