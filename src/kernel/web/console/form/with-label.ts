/** A problem with its field's name, unless the text already names it. */
export function withLabel(label: string, text: string): string {
  return text.includes(label) ? text : `${label}: ${text}`
}
