import { FundsPhoneList } from './FundsPhoneList.tsx'

export default function FlowPhonePage() {
  return <FundsPhoneList key="flow" name="flow" />
}
