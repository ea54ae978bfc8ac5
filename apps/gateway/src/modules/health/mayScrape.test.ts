import { describe, expect, it } from 'vitest'
import { mayScrape, type Scraper } from './mayScrape.ts'

const local: Scraper = {
  headers: { host: 'localhost:8080' },
  address: '127.0.0.1',
  isProxied: false,
}
const may = (changes: Partial<Scraper> = {}, token?: string) =>
  mayScrape({ ...local, ...changes }, token)

describe('metrics without a token (SR11)', () => {
  it.each([
    ['127.0.0.1', 'localhost:8080'],
    ['127.0.0.1', '127.0.0.1:8080'],
    ['127.8.9.10', '127.8.9.10'],
    ['::1', '[::1]:8080'],
    ['::ffff:127.0.0.1', 'metrics.localhost'],
  ])('are for this machine: %s under %s', (address, host) =>
    expect(may({ address, headers: { host } })).toBe(true),
  )

  it.each(['192.168.0.1', '10.0.0.1', '::2', '1127.0.0.1', '127.0.0.1.evil', 'localhost', ''])(
    'are not for %j',
    (address) => expect(may({ address })).toBe(false),
  )

  it.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.168.0.1:8080',
    '[::2]:8080',
    '',
    undefined,
  ])('are not for a page that was led here under %j', (host) =>
    expect(may({ headers: host === undefined ? {} : { host } })).toBe(false),
  )

  it.each([
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
  ])('are not for what a proxy forwards with %s, even empty', (name) =>
    expect(may({ headers: { host: 'localhost', [name]: '' } })).toBe(false),
  )

  it('are not for what came through a proxy that is trusted', () => {
    expect(may({ isProxied: true })).toBe(false)
  })

  it('are for this machine whatever token it sends', () => {
    expect(may({ headers: { host: 'localhost', authorization: 'Bearer x' } })).toBe(true)
  })
})

describe('metrics with a token (SR11)', () => {
  const asked = (authorization: string | undefined, changes: Partial<Scraper> = {}) =>
    may({ ...changes, headers: authorization === undefined ? {} : { authorization } }, 'secret')

  it('are for who sends it, from anywhere', () => {
    expect(asked('Bearer secret')).toBe(true)
    expect(asked('Bearer secret', { address: '203.0.113.1', isProxied: true })).toBe(true)
  })

  it.each([
    undefined,
    '',
    'secret',
    'bearer secret',
    'Bearer secret ',
    'Bearer  secret',
    'Bearer secre',
    'Bearer secrets',
    'Basic secret',
  ])('are not for %j, from this machine either', (authorization) =>
    expect(asked(authorization)).toBe(false),
  )
})
