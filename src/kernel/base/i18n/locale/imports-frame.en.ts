/** What the frame says of imports, in English: the button of a list, and where an import stands in the download center. */
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
