/** Tags would be read as text on a page and as something else in a mail. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const NOT_PLAIN = /<\/?[a-z!]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/i

/** Whether a text that is shown to everybody contains no markup. */
export function isPlain(text: string): boolean {
  return !NOT_PLAIN.test(text)
}
