import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { tellFailure } from './live/notices.ts'

/** Reads are repeated once when no answer came; returning to a kept tab does not refetch. */
export const queryClient = new QueryClient({
  // Options show a failure at their choice, which may be out of sight.
  queryCache: new QueryCache({
    onError: (error, { queryKey }) => {
      if (queryKey[0] === 'options') tellFailure(error)
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 1 && error instanceof ApiError && error.isUnanswered,
    },
    mutations: { retry: false },
  },
})
