import { usePhoneTitle } from '#kernel/web/console/phone/use-phone-title.ts'
import { OwnCompanyFacts } from './OwnCompanyFacts.tsx'
import { ownText } from './own-texts.web.ts'

export default function OwnCompanyPhonePage() {
  usePhoneTitle(ownText('title'))
  return (
    <main className="phone-page">
      <section className="card">
        <h1>{ownText('title')}</h1>
        <OwnCompanyFacts />
      </section>
    </main>
  )
}
