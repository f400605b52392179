/** Texts of a form that is not the reader's to fill in, in English; fetched by whoever is refused. */
export const raising = {
  title: 'You have no permission to raise this document',
  right: 'To raise “{page}” the right “{right}” is needed. Ask the administrator for it.',
}

export type RaisingTexts = typeof raising
