import { FundsPhoneList } from './FundsPhoneList.tsx'

export default function ReceivablePhonePage() {
  return <FundsPhoneList key="receivable" name="receivable" />
}
