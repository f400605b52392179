import { FundsPhoneList } from './FundsPhoneList.tsx'

export default function AccountPhonePage() {
  return <FundsPhoneList key="account" name="account" />
}
