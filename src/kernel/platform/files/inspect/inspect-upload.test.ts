import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { cleanName } from './clean-name.ts'
import { inspectUpload } from './inspect-upload.ts'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A grey picture; `raw` replaces the unpacked rows. */
function png(width: number, height: number, raw?: Buffer, more: readonly Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const rows = raw ?? Buffer.alloc((width + 1) * height, 7)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...more,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Segments of a JPEG whose picture content does not matter: only its structure is checked. */
function jpeg(width: number, height: number, tail = Buffer.from([0xff, 0xd9])): Buffer {
  const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0x40, 0x02]), Buffer.alloc(0x4000, 0xff)])
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x12, 0xff, 0x00, 0x34])
  return Buffer.concat([Buffer.from([0xff, 0xd8]), exif, frame, scan, tail])
}

const PDF = Buffer.from(`%PDF-1.7\n1 0 obj\n<<>>\nendobj\n${' '.repeat(3000)}\nstartxref\n9\n%%EOF\n`)

async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function inspect(name: string, bytes: Buffer, size = 4096, maxBytes = 1_000_000) {
  const upload = inspectUpload(name, pieces(bytes, size), maxBytes)
  const passed: Uint8Array[] = []
  for await (const part of upload.chunks) passed.push(part)
  expect(Buffer.concat(passed).equals(bytes)).toBe(true)
  return upload.result()
}

const reason = (name: string, bytes: Buffer, size?: number, maxBytes?: number) =>
  inspect(name, bytes, size, maxBytes).then(
    () => 'taken',
    (error: Error & { refusals?: readonly { key: string }[] }) => error.refusals?.[0]?.key ?? error.message,
  )

describe('a refused upload', () => {
  const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(3000, 1)])
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const hidden = png(4, 4, undefined, [chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>'))])
  it.each<[string, string, Buffer]>([
    ['nothing', 'attachment.empty', Buffer.alloc(0)],
    ['a program with the name of a picture', 'attachment.disguised', exe],
    ['a drawing that runs scripts', 'attachment.disguised', svg],
    ['a web page', 'attachment.disguised', Buffer.from('<!doctype html><script>1</script>')],
    ['a picture that reads as a page', 'attachment.disguised', hidden],
    ['a PDF behind a page', 'attachment.disguised', Buffer.concat([Buffer.from('<html>'), PDF])],
    ['a zip', 'attachment.disguised', Buffer.from('PK\u0003\u0004 and so on')],
    ['a wide picture', 'attachment.tooManyPixels', png(10_000, 1)],
    ['a large picture', 'attachment.tooManyPixels', png(9_000, 9_000, Buffer.alloc(10))],
    ['a wide photo', 'attachment.tooManyPixels', jpeg(10_000, 10)],
    ['rows that unpack to a thousandfold', 'attachment.bomb', png(4, 4, Buffer.alloc(50_000_000))],
    ['rows that are not all there', 'attachment.damaged', png(400, 400, Buffer.alloc(1000))],
    ['no picture at all', 'attachment.damaged', png(0, 4)],
    ['a picture that breaks off', 'attachment.damaged', png(40, 40).subarray(0, 60)],
    ['something behind the end', 'attachment.damaged', Buffer.concat([png(4, 4), Buffer.from('PK')])],
    ['a photo that breaks off', 'attachment.damaged', jpeg(40, 40, Buffer.alloc(0))],
    ['a paper that breaks off', 'attachment.damaged', PDF.subarray(0, 2000)],
  ])('an upload is refused: %s', async (_what, key, bytes) => {
    expect(await reason('a.png', bytes)).toBe(key)
    expect(await reason('a.png', bytes, 7, 60_000_000)).toBe(key)
  })

  it('an upload beyond the size limit is refused as soon as it exceeds it', async () => {
    expect(await reason('a.pdf', PDF, 64, PDF.length - 1)).toBe('attachment.tooLarge')
    expect(await reason('a.pdf', PDF, 64, PDF.length)).toBe('taken')
  })
})

describe('an accepted upload', () => {
  it.each<[string, string, Buffer, string]>([
    ['a picture', 'shelf.png', png(30, 20), 'image/png'],
    ['a photo, with what a phone writes behind it', 'a.JPG', Buffer.concat([jpeg(40, 30), exifLike()]), 'image/jpeg'],
    ['a paper', 'quote.pdf', PDF, 'application/pdf'],
  ])('an upload is accepted: %s, byte by byte and at once', async (_what, name, bytes, mediaType) => {
    for (const size of [1, 100_000]) {
      expect(await inspect(name, bytes, size)).toMatchObject({
        name,
        mediaType,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      })
    }
  })

  it('an interlaced picture is accepted', async () => {
    const rows = Buffer.alloc([2, 2, 3, 6, 12, 20, 36].reduce((sum, bytes) => sum + bytes))
    const bytes = png(8, 8, rows)
    bytes[28] = 1
    expect(await reason('a.png', bytes)).toBe('taken')
  })
})

function exifLike(): Buffer {
  return Buffer.from('SEFH and more of a phone’s own')
}

describe('the name of an uploaded file', () => {
  it.each([
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\Users\\me\\quote.pdf.png', 'quote.pdf.png'],
    ['invoice\u202egpj.exe.png', 'invoicegpj.exe.png'],
    ['a\u0000b\r\nc.png', 'abc.png'],
    ['  报价单（第二版） .PNG', '报价单（第二版）.PNG'],
    ['photo.jpg', 'photo.png'],
    ['.htaccess', 'htaccess.png'],
    ['con.png', '_con.png'],
    ['a<b>:c?.png', 'a_b__c_.png'],
    ['', 'file.png'],
    ['.png', 'file.png'],
    [`${'长'.repeat(300)}.png`, `${'长'.repeat(251)}.png`],
    [`${'x'.repeat(250)}😀😀.png`, `${'x'.repeat(250)}.png`],
  ])('the file name %j becomes %j', (given, expected) => {
    expect(cleanName(given, 'png')).toBe(expected)
    expect(cleanName(given, 'png').length).toBeLessThanOrEqual(255)
  })
})
