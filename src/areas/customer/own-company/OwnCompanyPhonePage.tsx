import { usePhoneTitle } from '#kernel/web/console/phone/use-phone-title.ts'
import { MenuButton } from '#kernel/web/console/phone/parts/MenuButton.tsx'
import { OwnCompanyFacts } from './OwnCompanyFacts.tsx'
import { ownText } from './own-texts.web.ts'

export default function OwnCompanyPhonePage() {
  usePhoneTitle(ownText('title'))
  return (
    <main className="phone-page">
      <header className="phone-head">
        <MenuButton />
        <h1>{ownText('title')}</h1>
      </header>
      <section className="card">
        <OwnCompanyFacts />
      </section>
    </main>
  )
}
