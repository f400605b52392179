import { useEffect } from 'react'
import { noteLook } from '../client/acts.ts'
import type { DocumentDetail } from '../client/document-api.ts'

/** Notes that it was looked at: once for each content that is shown. */
export function useLook({ approval, contentHash }: DocumentDetail): void {
  const formInstanceId = approval?.formInstanceId
  useEffect(() => {
    if (formInstanceId) noteLook(formInstanceId)
  }, [formInstanceId, contentHash])
}
