/** A problem with the name of its field, which many of them say by themselves. */
export function withLabel(label: string, text: string): string {
  return text.includes(label) ? text : `${label}: ${text}`
}
