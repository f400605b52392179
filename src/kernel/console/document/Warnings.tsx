import { Icon } from '#kernel/ui/Icon.tsx'
import type { Checked } from '../client/document-api.ts'
import '../strip.css'

/** What the last check says should be known, each once. */
export function warningsOf(checked: Checked | undefined): readonly string[] {
  return [...new Set((checked?.warnings ?? []).flatMap(({ msg }) => msg ?? []))]
}

/** What does not hinder, and should be known before one submits or agrees. */
export function Warnings({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <div className="strip strip-warning" role="status">
      <Icon name="alert" />
      <div className="strip-text">
        {texts.map((text) => (
          <div key={text}>{text}</div>
        ))}
      </div>
    </div>
  )
}
