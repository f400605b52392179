import { FundsPhoneList } from '../lists/FundsPhoneList.tsx'

export default function ReceivablePhonePage() {
  return <FundsPhoneList key="receivable" name="receivable" />
}
