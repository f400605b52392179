import { defineErrors } from '#kernel/base/errors/errors.ts'

/** Refusals of the shape of a request. Only the server has their texts. */
export const requestErrors = defineErrors('request', {
  // The parts of a multipart form cannot be told apart.
  brokenForm: [],
  noSuchPage: ['most'],
  // No index has the order, so that the rows would be sorted at each call.
  tooManyToSort: ['most'],
})
