import { lazy, Suspense } from 'react'
import { MenuButton } from './MenuButton.tsx'

// Loaded after the cards are drawn.
const PhoneBell = lazy(() => import('../PhoneBell.tsx').then((module) => ({ default: module.PhoneBell })))

/** The menu, the title of a page that people begin with, and the notifications. */
export function PhoneHead({ title }: { readonly title: string }) {
  return (
    <header className="phone-head">
      <MenuButton />
      <h1>{title}</h1>
      <Suspense fallback={<span className="phone-icon-button" />}>
        <PhoneBell />
      </Suspense>
    </header>
  )
}
