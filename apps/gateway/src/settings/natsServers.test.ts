import { describe, expect, it } from 'vitest'
import { readNatsServers } from './natsServers.ts'

describe('the servers of NATS_URL', () => {
  it('are none where it is absent', () => expect(readNatsServers(undefined)).toBeUndefined())

  it.each([
    ['nats://a:4222', ['nats://a:4222']],
    ['tls://a', ['tls://a']],
    [' nats://a:1 , tls://b:2/ ', ['nats://a:1', 'tls://b:2/']],
    ['nats://user:pass@[::1]:4222', ['nats://user:pass@[::1]:4222']],
  ])('are read from %j', (text, servers) => expect(readNatsServers(text)).toEqual(servers))

  it.each([
    '',
    ',',
    'nats://a,',
    'nats://',
    'a:4222',
    'http://a:4222',
    'nats://a:99999',
    'nats://a/subject',
    'nats://a:1;nats://b:2',
  ])('are refused as %j', (text) => expect(() => readNatsServers(text)).toThrow('NATS_URL must be'))

  it('are refused without repeating a password', () => {
    expect(() => readNatsServers('nats://user:hunter2@a/x')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('hunter2') }),
    )
  })
})
