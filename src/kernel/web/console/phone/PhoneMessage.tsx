import Button from 'antd-mobile/es/components/button'
import type { ReactNode } from 'react'
import { pageText } from '../client/i18n.ts'
import { PhoneLink } from './PhoneLink.tsx'
import { usePhoneTitle } from './use-phone-title.ts'
import './phone-message.css'

/** The phone's home page. */
export const HOME = '/index/mobile'
/** The reader's tasks, which every role has. */
export const TASKS = '/tasks/mobile'

interface PhoneMessageProps {
  readonly code?: '403' | '404'
  readonly title: string
  readonly text?: string | undefined
  readonly hint?: string | undefined
  readonly action?: { readonly text: string; readonly act: () => void }
  /** Further links. */
  readonly children?: ReactNode
  /** Address of the main link. */
  readonly home?: string
}

/** A full-page message. */
export function PhoneMessage({ code, title, text, hint, action, home, children }: PhoneMessageProps) {
  usePhoneTitle(title)
  return (
    <main>
      <div className="phone-message">
        {code ? <p className="phone-message-code">{code}</p> : null}
        <div role={code ? undefined : 'alert'}>
          <h1>{title}</h1>
          {text ? <p>{text}</p> : null}
        </div>
        {hint ? <p className="quiet">{hint}</p> : null}
        {action ? (
          <Button color="primary" onClick={action.act}>
            {action.text}
          </Button>
        ) : null}
        {children}
        {home ? (
          <PhoneLink to={home} className="phone-button-link">
            {pageText('errorPage.home')}
          </PhoneLink>
        ) : null}
      </div>
    </main>
  )
}
