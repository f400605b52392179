import { FundsPhoneList } from '../lists/FundsPhoneList.tsx'

export default function FlowPhonePage() {
  return <FundsPhoneList key="flow" name="flow" />
}
