import { pageText } from '../../client/i18n.ts'
import { deniedTexts, isDenied } from '../../denied.ts'
import { HOME, PhoneMessage } from '../PhoneMessage.tsx'

/** The document of a form could not be read. */
export function NotRead({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  if (isDenied(error)) return <PhoneMessage {...deniedTexts(error)} home={HOME} />
  return <PhoneMessage title={error.message} action={{ text: pageText('common.retry'), act: onRetry }} home={HOME} />
}
