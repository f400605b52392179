import { ApiError } from './client/api.ts'
import { pageText } from './client/i18n.ts'

/** Whether a retry is useless: the person lacks the right, or it does not exist for them. */
export function isDenied(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 403 || error.status === 404)
}

/** Shown instead of a document. A document out of scope looks like a missing one. */
export function deniedTexts({ status }: ApiError): { readonly title: string; readonly text: string } {
  const part = status === 403 ? 'denied.forbidden' : 'denied.missing'
  return { title: pageText(`${part}.title`), text: pageText(`${part}.hint`) }
}
