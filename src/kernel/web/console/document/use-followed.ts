import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const LOOK_MS = 2_000
const MOST_LOOKS = 20

/** Effects in progress are polled until they finish; those waiting for a later attempt are not. */
export function useFollowed(isUnderWay: boolean, type: string): void {
  const cache = useQueryClient()
  const [looks, setLooks] = useState(0)
  const isFollowed = looks < MOST_LOOKS && isUnderWay
  useEffect(() => {
    if (!isFollowed) return undefined
    const look = setTimeout(() => {
      setLooks(looks + 1)
      void cache.invalidateQueries({ queryKey: ['detail', type] })
    }, LOOK_MS)
    return () => clearTimeout(look)
  }, [cache, type, looks, isFollowed])
}
