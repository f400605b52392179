/** The spec's words for reserves that another system confirms (section 4). */
export const reserveStates = {
  occupying: 'Occupying',
  occupied: 'Occupied',
  failToOccupy: 'Fail To Occupy',
  releasing: 'Releasing',
  released: 'Released',
  failToRelease: 'Fail To Release',
  none: 'Not occupied',
}

/** Shown on the page of a document whose reserve is not confirmed. */
export const reserves = {
  occupying: 'The finance system has not confirmed yet that the money is held. Nothing is approved before that.',
  failToOccupy: 'The finance system does not hold the money, so it cannot be approved: retry or withdraw it.',
  releasing: 'The finance system has not confirmed yet that it released the money.',
  failToRelease: 'The finance system still holds the money of this round: it needs a retry.',
  until: 'given up at {time}',
  by: 'Finance system',
}
