import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

/** Reads are repeated once when no answer came; returning to a kept tab does not refetch. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, error) => count < 1 && error instanceof ApiError && error.isUnanswered,
    },
    mutations: { retry: false },
  },
})
