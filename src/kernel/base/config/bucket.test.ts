import { describe, expect, it } from 'vitest'
import { readBucketUrl } from './bucket.ts'
import { ConfigError, readSettings } from './config.ts'

describe('FILES_URL', () => {
  it('FILES_URL names host, bucket and key, with rare options in its query', () => {
    expect(readBucketUrl('s3://key:s%2Fcr%40t@minio.example:9000/files?tls=0')).toEqual({
      endpoint: 'http://minio.example:9000',
      bucket: 'files',
      prefix: '',
      region: 'us-east-1',
      credentials: { accessKeyId: 'key', secretAccessKey: 's/cr@t' },
      isPathStyle: true,
    })
    expect(readBucketUrl('s3://s3.eu-central-1.amazonaws.com/files/office/')).toMatchObject({
      endpoint: 'https://s3.eu-central-1.amazonaws.com',
      prefix: 'office/',
      region: 'eu-central-1',
      credentials: null,
      isPathStyle: false,
    })
    expect(readBucketUrl('s3://a:b@oss.example/files?style=host&region=cn-north')).toMatchObject({
      region: 'cn-north',
      isPathStyle: false,
    })
  })

  it.each([
    ['no address', 'files'],
    ['another kind of address', 'https://key:hidden@host/files'],
    ['no bucket', 's3://key:hidden@host/'],
    ['a bucket that cannot be', 's3://key:hidden@host/Files'],
    ['a way up', 's3://key:hidden@host/files/%2e%2e%2f'],
    ['a key without its secret', 's3://key@host/files'],
    ['a parameter that nobody reads', 's3://key:hidden@host/files?reigon=x'],
    ['half an answer', 's3://key:hidden@host/files?tls=no'],
  ])('FILES_URL with %s is refused without being repeated', (_what, text) => {
    let message = ''
    try {
      readSettings({ FILES_URL: text })
    } catch (error) {
      if (error instanceof ConfigError) ({ message } = error)
    }
    expect(message).toMatch(/^FILES_URL /)
    expect(message).not.toContain('hidden')
  })
})
