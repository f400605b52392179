import { useQuery } from '@tanstack/react-query'
import { copyOf } from '../../form/draft/copy-of.ts'
import { editedDetail } from '../../form/draft/edited-detail.ts'
import type { FormSpec } from '../../form/form-spec.ts'
import { Loading } from '../parts/Loading.tsx'
import { DraftForm } from './DraftForm.tsx'
import { NotRead } from './NotRead.tsx'

/** A new document with the content of one that the person reads. */
export function CopiedForm({ spec, no }: { readonly spec: FormSpec; readonly no: string }) {
  const { data, error, refetch } = useQuery(editedDetail(spec.definition, no))
  if (error) return <NotRead error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <DraftForm spec={spec} initial={copyOf(spec.definition, data.document)} names={data.names} isRecovered={false} />
  )
}
