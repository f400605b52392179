import { registryDifferences } from '#kernel/services/monitor/failure-lists.ts'
import { ReadListPage } from '../list/read-list/ReadListPage.tsx'
import './monitor-text.ts'

/** Documents whose row in the registry the nightly comparison mended: what differed, and when. */
export default function RegistryPage() {
  return <ReadListPage list={registryDifferences} rowLabel={({ no }) => no} />
}
