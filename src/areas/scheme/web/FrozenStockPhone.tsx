import type { DocumentDetail } from '#kernel/console/client/document-api.ts'
import { PhoneLink } from '#kernel/console/phone/PhoneLink.tsx'
import { FrozenStockLines } from './FrozenStockLines.tsx'

export function FrozenStockPhone({ detail }: { readonly detail: DocumentDetail }) {
  const link = (query: string, text: string) => <PhoneLink to={`/imei/mobile/component?${query}`}>{text}</PhoneLink>
  return <FrozenStockLines detail={detail} link={link} />
}
