/** Texts of a form that the reader may not fill in, in English; loaded for people who are refused. */
export const raising = {
  title: 'You have no permission to raise this document',
  right: 'To raise “{page}” the right “{right}” is needed. Ask the administrator for it.',
}

export type RaisingTexts = typeof raising
