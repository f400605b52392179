import { FundsPhoneList } from './FundsPhoneList.tsx'

export default function RebatePhonePage() {
  return <FundsPhoneList key="rebate" name="rebate" />
}
