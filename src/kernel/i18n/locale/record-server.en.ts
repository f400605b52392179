import type { ErrorTexts } from '#kernel/errors/errors.ts'
import type { recordErrors } from '#kernel/record/record.errors.ts'

/** Why something about a record was refused, in English. The server puts it into words: no page loads it. */
export const recordErrorTexts = {
  notFound: 'The record does not exist, or is outside your scope',
  stale: 'Changed by {by} at {at}. Your input is kept; compare and try again',
  changedSince: 'Changed by {by} in the meantime',
  exists: '{key} exists already',
  keyShape: '{field}: letters, digits, and . _ / - between them',
  keyFixed: '{field} cannot be changed',
  shape: '{field} is written like {like}',
  taken: '{field}: {value} belongs to {key} already',
  appendOnly: 'What is here is never changed: add a new one that is valid from another day',
  inForce: 'Valid since {day}: it can no longer be taken back',
  unknownCode: '{field}: {code} does not exist, or is outside your scope',
  disabledCode: '{field}: {code} is disabled',
  unlike: '{field}: {code} has another {same}',
  used: 'Named elsewhere ({uses}); it can be disabled, not deleted',
  coordinatePair: '{field}: latitude and longitude belong together; give both or none',
  imageUnknown: '{field}: upload the image again; this one is gone, or was not uploaded by you',
  imageElsewhere: '{field}: this image belongs to something else already; upload it once more',
  imageType: '{field}: only {types}',
  notByFile: 'A file cannot make a new one ({fields}); it changes those that are there',
  wrongState: 'It is in this state already',
  beginsAsDraft: 'A new one begins as a draft; it is enabled after its approval',
  byApproval: 'A draft is approved by a change document, and enabled after that',
  guarded: "{field} is changed by approval: use 'Change by approval' on its page",
  waiting: '{no} waits for its approval: it is decided or withdrawn first',
  itself: '{field}: nothing stands below itself',
  circle: '{field}: {key} stands above {upper} already and would come to stand below itself',
  onlyDrafts: 'Only a draft is deleted; what was approved can be disabled',
  secret: '{field} is shown in part: you cannot change it',
} satisfies ErrorTexts<typeof recordErrors>
