import { ApiError } from './client/api.ts'
import { pageText } from './client/i18n.ts'

/** Whether asking again is of no use: no right to it, or not there for this person. */
export function isDenied(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 403 || error.status === 404)
}

/** What stands in place of a document that is not shown. What is out of reach reads as what does not exist. */
export function deniedTexts({ status }: ApiError): { readonly title: string; readonly text: string } {
  const part = status === 403 ? 'denied.forbidden' : 'denied.missing'
  return { title: pageText(`${part}.title`), text: pageText(`${part}.hint`) }
}
