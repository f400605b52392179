/** Budgets are planned months ahead: reminded after ten days, escalated after thirty. */
export const PATIENT = { remindAfterHours: 240, escalateAfterHours: 720 } as const
