/** Months of budget are planned, not urgent: reminded after ten days, moved up after thirty. */
export const PATIENT = { remindAfterHours: 240, escalateAfterHours: 720 } as const
