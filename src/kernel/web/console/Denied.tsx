import type { ApiError } from './client/api.ts'
import { deniedTexts } from './denied.ts'
import './shell/message-page.css'

/** Shown for a document that this person may not see, or that does not exist: no retry, but whom to ask. */
export function Denied({ error }: { readonly error: ApiError }) {
  const { title, text } = deniedTexts(error)
  return (
    <div className="message-page">
      <h1>{title}</h1>
      <p>{text}</p>
    </div>
  )
}
