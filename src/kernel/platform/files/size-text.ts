/** A file size for people: `3.2 MB`, `840 kB`. */
export function sizeText(bytes: number): string {
  const kilo = bytes / 1024
  if (kilo < 1000) return `${Math.max(1, Math.round(kilo))} kB`
  return `${(kilo / 1024).toFixed(1)} MB`
}
