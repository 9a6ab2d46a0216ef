import { describe, expect, it } from 'vitest'
import { placeOf, readRecordsSetting } from '../record-place.js'
import { readS3Place, s3PlaceText } from './s3-place.js'
import { readS3Settings } from './s3-settings.js'

const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' }
const base = (place: string, environment = {}) =>
  readS3Settings(readS3Place(place), { ...keys, ...environment }).base

describe('readS3Place', () => {
  it.each([
    ['s3://bucket', 's3://bucket'],
    ['S3://bucket/', 's3://bucket'],
    ['s3://bucket/team/records/', 's3://bucket/team/records'],
    [
      's3://my.bucket/a?region=auto&endpoint=https://s3.example.org/&style=host',
      's3://my.bucket/a?endpoint=https://s3.example.org&region=auto&style=host',
    ],
  ])('writes one place in one way: %s', (given, written) => {
    expect(s3PlaceText(readS3Place(given))).toBe(written)
    expect(placeOf(given, (folder) => folder)).toBe(written)
    expect(s3PlaceText(readS3Place(written))).toBe(written)
  })

  it.each([
    's3:',
    's3://',
    's3://Bucket',
    's3://a',
    's3://id:hush@bucket/team',
    's3://bucket/hush?secret=hush',
    's3://bucket/../hush',
    's3://bucket//hush',
    's3://bucket/hush%2fa',
    's3://bucket/ hush',
    `s3://bucket/${'hush'.repeat(65)}`,
    's3://bucket?endpoint=https://id:hush@host',
    's3://bucket?endpoint=ftp://hush',
    's3://bucket?endpoint=https://host/hush',
    's3://bucket?region=hush hush',
    's3://bucket?style=hush',
  ])('refuses %s, and quotes nothing', (place) => {
    for (const read of [
      () => placeOf(place, (folder) => folder, 'RECOLLECT_RECORDS'),
      () => readS3Place(place),
    ]) {
      expect(read).toThrowError(
        expect.objectContaining({
          code: 'invalid_input',
          message: expect.not.stringContaining('hush'),
          hint: expect.stringContaining('AWS_SECRET_ACCESS_KEY'),
        }),
      )
    }
  })

  it('is a setting like any other', () => {
    const file = { get: () => 's3://bucket/from-file' }
    const read = (given?: `s3://${string}`, environment = {}) =>
      readRecordsSetting(given, environment, file, '/home/ann/.recollect')
    expect(read('s3://bucket/given/', { RECOLLECT_RECORDS: 's3://bucket/said' })).toBe('s3://bucket/given')
    expect(read(undefined, { RECOLLECT_RECORDS: 's3://bucket/said' })).toBe('s3://bucket/said')
    expect(read()).toBe('s3://bucket/from-file')
  })
})

describe('readS3Settings', () => {
  it('finds the bucket where the place says, else where the environment does, else at Amazon', () => {
    const said = { AWS_ENDPOINT_URL: 'http://127.0.0.1:9000', AWS_REGION: 'eu-central-1' }
    expect(base('s3://bucket/team')).toBe('https://bucket.s3.us-east-1.amazonaws.com')
    expect(base('s3://bucket/team?region=cn-north-1')).toBe('https://bucket.s3.cn-north-1.amazonaws.com.cn')
    expect(base('s3://my.bucket')).toBe('https://s3.us-east-1.amazonaws.com/my.bucket')
    expect(base('s3://bucket', { AWS_DEFAULT_REGION: 'eu-west-1' })).toBe(
      'https://bucket.s3.eu-west-1.amazonaws.com',
    )
    expect(base('s3://bucket', said)).toBe('http://127.0.0.1:9000/bucket')
    expect(base('s3://bucket', { ...said, AWS_ENDPOINT_URL_S3: 'http://[::1]:1' })).toBe(
      'http://[::1]:1/bucket',
    )
    expect(base('s3://bucket?endpoint=https://s3.example.org', said)).toBe('https://s3.example.org/bucket')
    expect(base('s3://bucket?endpoint=https://s3.example.org&style=host')).toBe(
      'https://bucket.s3.example.org',
    )
  })

  it('says which variable is wrong or missing', () => {
    expect(() => base('s3://bucket', { AWS_ENDPOINT_URL: 'hush' })).toThrowError(
      expect.objectContaining({ message: 'AWS_ENDPOINT_URL is not the address of a server' }),
    )
    expect(() => base('s3://bucket', { AWS_SECRET_ACCESS_KEY: '' })).toThrowError(
      expect.objectContaining({ code: 'invalid_input', hint: expect.stringContaining('AWS_SESSION_TOKEN') }),
    )
  })
})
