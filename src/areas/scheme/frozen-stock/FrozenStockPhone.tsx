import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { PhoneLink } from '#kernel/web/console/phone/PhoneLink.tsx'
import { FrozenStockLines } from './FrozenStockLines.tsx'

export function FrozenStockPhone({ detail }: { readonly detail: DocumentDetail }) {
  const link = (query: string, text: string) => <PhoneLink to={`/imei/mobile/component?${query}`}>{text}</PhoneLink>
  return <FrozenStockLines detail={detail} link={link} />
}
