/** The right to the options of forms: everybody who raises documents holds it. */
export const CHOICES = 'organisation.choice.view'
