/** Texts of imports outside their own pages, in English: the button of a list and the state in the download centre. */
export const imports = {
  button: 'Import',
  mine: 'My imports',
  open: 'Open',
  told: '{name}: {state}',
  states: {
    reading: 'Checking',
    checked: 'Waiting for you',
    running: 'Importing',
    stopped: 'Stopped',
    done: 'Imported',
    failed: 'Failed',
    undoing: 'Taking back',
    undone: 'Taken back',
    discarded: 'Discarded',
  },
}
