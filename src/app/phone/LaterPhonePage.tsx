import { pageText } from '#kernel/web/console/client/i18n.ts'
import { useAddress } from '#kernel/web/console/phone/address.ts'
import { HOME, PhoneMessage } from '#kernel/web/console/phone/PhoneMessage.tsx'
import { laterTitle } from '../web/later-title.ts'

/** Placeholder of a phone page of the spec whose area is not built yet. */
export default function LaterPhonePage() {
  const { path } = useAddress()
  return <PhoneMessage title={laterTitle(path)} text={pageText('errorPage.later')} home={HOME} />
}
