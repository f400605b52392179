/** The filters of a box as its export's body takes them: with numbers and flags instead of texts. */
export function exportFiltersOf(filters: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { only, waitingHours, ...others } = filters
  return {
    ...others,
    ...(only ? { [only as string]: true } : {}),
    ...(waitingHours ? { waitingHours: Number(waitingHours) } : {}),
  }
}
