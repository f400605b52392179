import type { ReactNode } from 'react'
import { goTo } from './address.ts'

interface PhoneLinkProps {
  readonly to: string
  readonly className?: string
  readonly children: ReactNode
  readonly 'aria-label'?: string
  readonly 'aria-current'?: 'page'
}

/** A link within the phone's pages: a real address, opened without reloading. */
export function PhoneLink({ to, children, ...rest }: PhoneLinkProps) {
  return (
    <a
      {...rest}
      href={to}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        goTo(to)
      }}
    >
      {children}
    </a>
  )
}
