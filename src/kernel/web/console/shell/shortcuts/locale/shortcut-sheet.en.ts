/** Texts of the shortcut sheet, loaded when it is opened. */
export const shortcutSheet = {
  page: 'On this page',
  everywhere: 'Everywhere',
  or: 'or',
  singleKeys: 'Keys that act alone (letters, ?, /)',
  hint: 'Off while you type and in dialogs.',
}

export type ShortcutSheetTexts = typeof shortcutSheet
