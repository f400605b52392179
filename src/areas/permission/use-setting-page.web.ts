import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallOptions } from '#kernel/web/console/client/api.ts'
import { accessChanged, permissionKeys } from './permission-api.web.ts'

/**
 * Loads a page's setting: once, and again after each act, so that earlier input does not outlive its draft. `reading`
 * distinguishes the editors of two loads. Without a key nothing is loaded.
 */
export function useSettingPage<T>(
  path: string,
  key: string,
  read: (options: Pick<CallOptions, 'signal'> & { readonly handles: true }) => Promise<T>,
) {
  const [reading, setReading] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey: [...permissionKeys.setting(path, key), reading],
    queryFn: ({ signal }) => read({ signal, handles: true }),
    enabled: key !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return {
    data,
    reading,
    loading: { error, hasData: data !== undefined, onRetry: () => void refetch() },
    onDone: () => {
      setReading(reading + 1)
      accessChanged()
    },
  }
}
