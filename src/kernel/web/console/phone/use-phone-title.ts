import { useEffect } from 'react'
import { kernelText } from '../client/i18n.ts'

/** Sets the document title in the current language; called by the page, which knows a better one than its menu. */
export function usePhoneTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${kernelText('app.title')}` : kernelText('app.title')
  }, [title])
}
