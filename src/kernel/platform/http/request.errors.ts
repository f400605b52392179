import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Refusals of requests that the product's own pages never send, so their texts are on the server alone. */
export const requestErrors = defineErrors('request', {
  // The parts of a multipart form cannot be told apart.
  brokenForm: [],
  noSuchPage: ['most'],
})
