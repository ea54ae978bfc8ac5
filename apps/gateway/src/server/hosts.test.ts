import { describe, expect, it } from 'vitest'
import { createOriginRule, hostnameOf, isLocalhost } from './hosts.ts'

describe('hosts', () => {
  it.each([
    ['localhost:8080', 'localhost', true],
    ['LOCALHOST', 'localhost', true],
    ['app.localhost:1', 'app.localhost', true],
    ['127.0.0.1:8080', '127.0.0.1', false],
    ['[::1]:8080', '[::1]', false],
    ['localhost.evil.example', 'localhost.evil.example', false],
    ['notlocalhost', 'notlocalhost', false],
    [undefined, '', false],
  ])('%j is the host %j', (host, name, isLocal) => {
    expect(hostnameOf(host)).toBe(name)
    expect(isLocalhost(hostnameOf(host))).toBe(isLocal)
  })
})

describe('wire 10: who may call from a browser', () => {
  const development = createOriginRule({ allowedOrigins: ['https://trade.example'], isDevelopment: true })
  const production = createOriginRule({ allowedOrigins: ['https://trade.example'], isDevelopment: false })
  const cases: readonly [origin: string | undefined, inDevelopment: boolean, inProduction: boolean][] = [
    [undefined, true, true],
    ['http://gateway.example:8080', true, true],
    ['https://trade.example', true, true],
    ['http://localhost:5173', true, false],
    ['https://evil.example', false, false],
    ['https://trade.example.evil', false, false],
    ['http://gateway.example', false, false],
    ['null', false, false],
    ['', false, false],
  ]
  it.each(cases)('%j', (origin, inDevelopment, inProduction) => {
    expect(development.allows(origin, 'gateway.example:8080')).toBe(inDevelopment)
    expect(production.allows(origin, 'gateway.example:8080')).toBe(inProduction)
  })
  it('only pages of other origins need CORS headers', () => {
    expect(production.isForeign('https://trade.example', 'gateway.example')).toBe(true)
    expect(production.isForeign('https://gateway.example', 'gateway.example')).toBe(false)
    expect(production.isForeign(undefined, 'gateway.example')).toBe(false)
  })
})
