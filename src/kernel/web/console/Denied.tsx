import type { ApiError } from './client/api.ts'
import { deniedTexts } from './denied.ts'
import './shell/message-page.css'

/** A document that this person may not see, or that is not there: no way to try again, but whom to ask. */
export function Denied({ error }: { readonly error: ApiError }) {
  const { title, text } = deniedTexts(error)
  return (
    <div className="message-page">
      <h1>{title}</h1>
      <p>{text}</p>
    </div>
  )
}
