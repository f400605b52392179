import { usePhoneTitle } from '#kernel/console/phone/use-phone-title.ts'
import { OwnCompanyFacts } from './OwnCompanyFacts.tsx'
import { ownText } from './own-texts.ts'

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
