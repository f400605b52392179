import { pageText } from '#kernel/web/console/client/i18n.ts'
import { useAddress } from '#kernel/web/console/phone/address.ts'
import { HOME, PhoneMessage } from '#kernel/web/console/phone/PhoneMessage.tsx'
import { laterTitle } from '../web/later-title.ts'

/** Stands where a phone page of the spec will stand once its area is built: says so, and leads back. */
export default function LaterPhonePage() {
  const { path } = useAddress()
  return <PhoneMessage title={laterTitle(path)} text={pageText('errorPage.later')} home={HOME} />
}
