/** Texts of structured fields: tiers, lists of codes. */
export const opened = {
  from: 'From',
  below: 'Below',
  gives: 'Value',
  endless: 'no end',
  fromOf: 'From, tier {tier}',
  belowOf: 'Below, tier {tier}',
  givesOf: 'Value, tier {tier}',
  addTier: 'Add tier',
  removeTier: 'Remove tier {tier}',
  pasteTiers: 'Tiers copied from a spreadsheet may be pasted into any field.',
  pasteList: 'One below the other or side by side, with spaces or commas between them.',
  entries: '{count} of at most {max}',
  twice: 'There twice: {entries}',
  removeTwice: 'Keep each once',
  done: 'Done',
}

export type StructuredFieldTexts = typeof opened
