import { OwnCompanyFacts } from './OwnCompanyFacts.tsx'
import { ownText } from './own-texts.web.ts'

export default function OwnCompanyPage() {
  return (
    <>
      <header className="page-head">
        <h1>{ownText('title')}</h1>
      </header>
      <OwnCompanyFacts />
    </>
  )
}
