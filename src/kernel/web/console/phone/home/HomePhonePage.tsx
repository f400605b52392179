import { pageText } from '../../client/i18n.ts'
import { HOME_GROUPS } from '#kernel/services/home/home-groups.ts'
import { HomeCards, type HomeDevice } from '../../home/HomeCards.tsx'
import { MyDocuments } from '../../home/MyDocuments.tsx'
import { OftenOpened } from '../../home/OftenOpened.tsx'
import { useSession } from '../../shell/session-context.ts'
import { PhoneLink } from '../PhoneLink.tsx'
import { Failure } from '../parts/Failure.tsx'
import { PhoneHead } from '../parts/PhoneHead.tsx'
import { usePhoneTitle } from '../use-phone-title.ts'

const PHONE: HomeDevice = { Link: PhoneLink, Failure, isPhone: true }

/** The home page on a phone: the same cards as on a desk. */
export default function HomePhonePage() {
  const { user, menus } = useSession()
  usePhoneTitle(pageText('shell.home'))
  return (
    <main className="phone-page home-phone">
      <PhoneHead title={pageText('home.greeting', { name: user.userName })} />
      {HOME_GROUPS.map((group) => (
        <HomeCards key={group} group={group} device={PHONE} />
      ))}
      <MyDocuments device={PHONE} />
      <OftenOpened menus={menus} device={PHONE} />
    </main>
  )
}
