import { useEffect } from 'react'
import { noteLook } from '../client/acts.ts'
import type { DocumentDetail } from '../client/document-api.ts'

/** Reports that the page was viewed: once for each content shown. */
export function useLook({ approval, contentHash }: DocumentDetail): void {
  const formInstanceId = approval?.formInstanceId
  useEffect(() => {
    if (formInstanceId) noteLook(formInstanceId)
  }, [formInstanceId, contentHash])
}
