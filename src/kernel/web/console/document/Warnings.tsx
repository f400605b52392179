import { Icon } from '#kernel/web/ui/Icon.tsx'
import type { CheckResult } from '../client/document-api.ts'
import '../banner.css'

/** Warnings of the last check, each once. */
export function warningsOf(checked: CheckResult | undefined): readonly string[] {
  return [...new Set((checked?.warnings ?? []).flatMap(({ msg }) => msg ?? []))]
}

/** Warnings to consider before submitting or agreeing. */
export function Warnings({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <div className="banner banner-warning" role="status">
      <Icon name="alert" />
      <div className="banner-text">
        {texts.map((text) => (
          <div key={text}>{text}</div>
        ))}
      </div>
    </div>
  )
}
