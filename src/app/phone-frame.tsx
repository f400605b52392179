import 'antd-mobile/es/global'
import '#kernel/web/console/phone/tokens.css'
import '#kernel/web/console/phone/base.css'
import { createRoot } from 'react-dom/client'
import { drawingErrors } from '#kernel/web/console/client/error-log.ts'
import type { SessionStart } from '#kernel/web/console/client/session/session.ts'
import { PhoneApp } from '#kernel/web/console/phone/PhoneApp.tsx'
import { printPhoneLight } from '#kernel/web/console/phone/phone-theme.ts'

/** Renders the frame of phone pages. */
export function showPhone(session: Exclude<SessionStart, { kind: 'leaving' }>): void {
  printPhoneLight()
  const root = document.querySelector('#root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root, drawingErrors).render(<PhoneApp start={session} />)
}
