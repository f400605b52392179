import { FundsPhoneList } from '../lists/FundsPhoneList.tsx'

export default function InvoicePhonePage() {
  return <FundsPhoneList key="invoice" name="invoice" />
}
