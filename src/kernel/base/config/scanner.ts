/** Where a ClamAV daemon listens: `tcp://host:3310` or `unix:///run/clamav/clamd.ctl`. */
export type ScannerSettings = { readonly host: string; readonly port: number } | { readonly path: string }

const CLAMD_PORT = 3310

/** Returns the settings, or what is wrong with them. */
export function readScannerUrl(text: string): ScannerSettings | string {
  const url = URL.parse(text)
  if (url?.protocol === 'unix:' && url.hostname === '' && url.pathname.length > 1)
    return { path: decodeURIComponent(url.pathname) }
  if (url?.protocol === 'tcp:' && url.hostname !== '' && ['', '/'].includes(url.pathname))
    return { host: url.hostname.replace(/^\[|\]$/g, ''), port: url.port === '' ? CLAMD_PORT : Number(url.port) }
  return 'must be tcp://host:port or unix:///path of a socket'
}
