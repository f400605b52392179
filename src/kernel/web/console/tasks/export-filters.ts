/** What a box is filtered by, as the body of its export has it: numbers and marks are no texts there. */
export function exportFiltersOf(filters: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { only, waitingHours, ...others } = filters
  return {
    ...others,
    ...(only ? { [only as string]: true } : {}),
    ...(waitingHours ? { waitingHours: Number(waitingHours) } : {}),
  }
}
