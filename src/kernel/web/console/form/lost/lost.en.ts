/** Texts about values of lines that a choice in the head removed, in English; loaded when that happens. */
export const lostValues = {
  lost: '{count} {count, line|lines} lost {fields}, because {by} was changed',
}

export type LostTexts = typeof lostValues
