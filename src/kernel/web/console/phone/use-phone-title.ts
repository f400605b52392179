import { useEffect } from 'react'
import { kernelText } from '../client/i18n.ts'

/** The page's title in the browser, in the running language; a page calls it, for it knows a better one than its menu. */
export function usePhoneTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title ? `${title} · ${kernelText('app.title')}` : kernelText('app.title')
  }, [title])
}
