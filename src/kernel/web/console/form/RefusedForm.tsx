import { Link, useLocation } from 'react-router'
import type { AnyDefinition } from '#kernel/engine/definition/definition.ts'
import { pageText } from '../client/i18n.ts'
import { HOME_PATH } from '../shell/tabs/tab-key.ts'
import { useRefusedForm } from './refused-form.ts'
import '../shell/message-page.css'

/** Shown before anything can be filled in. */
export function RefusedForm({ definition }: { readonly definition: AnyDefinition }) {
  const { title, text } = useRefusedForm(definition, useLocation().pathname)
  return (
    <div className="message-page">
      <p className="message-page-code">403</p>
      <h1>{title}</h1>
      <p>{text}</p>
      <Link to={HOME_PATH}>{pageText('errorPage.home')}</Link>
    </div>
  )
}
