import type { ErrorTexts } from '#kernel/base/errors/errors.ts'
import type { attachmentErrors, fileErrors } from '../attachment.errors.ts'

/** Texts of refused attachments. */
export const attachmentErrorTexts = {
  empty: '{name}: the file is empty',
  tooLarge: 'The file is larger than {limit}',
  wrongType: '{name}: only {types} can be uploaded',
  disguised: '{name}: the content is not what the name says. Only {types} can be uploaded',
  damaged: '{name}: incomplete or damaged. Export it or take it again',
  tooManyPixels: '{name}: the picture is larger than {limit}. Upload a smaller copy',
  bomb: '{name}: unpacks to far more than its size and was refused',
  tooManyWaiting: 'You have {limit} uploaded files that nothing uses yet. Submit or remove them first',
  brokenOff: 'The upload broke off. Please try again',
  unknown: 'This attachment no longer exists. Remove it and upload it again',
  elsewhere: '{name} belongs to another document or opinion. Upload it again',
  tooMany: 'At most {limit} attachments',
  typeNotTaken: '{name}: only {types} can be attached here',
  notTaken: 'This document takes no attachments',
  required: 'At least one attachment is required',
  twice: '{name} stands twice',
  bound: '{name} belongs to a document and cannot be removed here',
} satisfies ErrorTexts<typeof attachmentErrors>

/** Texts of files that cannot be taken or opened. */
export const fileErrorTexts = {
  linkOver: 'This link is over. Open the file again',
  infected: '{name}: the virus scanner found {threat}. The file was not kept',
  notScanned: '{name} was not taken: the virus scanner gives no answer. Try again in a moment',
  storeAway: 'The file store gives no answer. Nothing is lost: try again in a moment',
} satisfies ErrorTexts<typeof fileErrors>
