import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Refusals that the product's own pages never cause, so only the server has their texts. */
export const requestErrors = defineErrors('request', {
  // The parts of a multipart form cannot be told apart.
  brokenForm: [],
  noSuchPage: ['most'],
})
