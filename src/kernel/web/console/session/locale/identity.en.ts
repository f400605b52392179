/** Texts of the fresh sign-in and of viewing as another person, in English; loaded on demand. */
export const identity = {
  proveTitle: 'Please prove that it is you',
  proveText: 'This needs a fresh sign-in as {name} ({account}). What you have begun goes on by itself afterwards.',
  proveHint: 'The sign-in opens in a window of its own.',
  proveCancel: 'Not now',
  viewing: '{viewer} is looking as {name} ({account}): nothing can be changed or taken along',
}

export type IdentityTexts = { readonly [K in keyof typeof identity]: string }
