/** Path and query of the page without the ticket of a sign-in, which nobody should copy or send on. */
export function addressWithoutTicket(): string {
  const query = new URLSearchParams(location.search)
  if (!query.has('token')) return location.pathname + location.search
  query.delete('token')
  return location.pathname + (query.size > 0 ? `?${query}` : '')
}
