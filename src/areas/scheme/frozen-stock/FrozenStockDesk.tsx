import { Link } from 'react-router'
import type { DocumentDetail } from '#kernel/web/console/client/document-api.ts'
import { FrozenStockLines } from './FrozenStockLines.tsx'

export function FrozenStockDesk({ detail }: { readonly detail: DocumentDetail }) {
  return <FrozenStockLines detail={detail} link={(query, text) => <Link to={`/imei/list?${query}`}>{text}</Link>} />
}
