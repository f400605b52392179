/** The right to what forms offer to choose from: whoever raises documents of any area holds it. */
export const CHOICES = 'organisation.choice.view'
