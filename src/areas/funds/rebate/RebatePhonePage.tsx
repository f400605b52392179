import { FundsPhoneList } from '../lists/FundsPhoneList.tsx'

export default function RebatePhonePage() {
  return <FundsPhoneList key="rebate" name="rebate" />
}
