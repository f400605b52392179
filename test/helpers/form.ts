/** A file as a form sends it, with texts before it. */
export interface FileSent {
  readonly name: string
  readonly bytes: Uint8Array
  /** The media type that the sender declares. */
  readonly mediaType?: string
  readonly fields?: Readonly<Record<string, string>>
}

/** The boundary between the parts of `formOf`. */
export const FORM_TYPE = 'multipart/form-data; boundary=b'

export function formOf({ name, bytes, mediaType = 'application/octet-stream', fields = {} }: FileSent): Buffer {
  const texts = Object.entries(fields).map(
    ([field, text]) => `--b\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${text}\r\n`,
  )
  const head = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${mediaType}\r\n\r\n`
  return Buffer.concat([Buffer.from(texts.join('') + head), bytes, Buffer.from('\r\n--b--\r\n')])
}
