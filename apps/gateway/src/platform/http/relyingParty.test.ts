import { describe, expect, it } from 'vitest'
import { createRelyingPartyReader } from './relyingParty.ts'

const read = (
  options: { publicOrigin?: string; isDevelopment: boolean },
  headers: Record<string, string>,
) => createRelyingPartyReader({ publicOrigin: undefined, ...options })({ headers })

describe('the site that passkeys and wallets are bound to', () => {
  it('is the configured one, whatever a request says', () => {
    const party = { origin: 'https://trade.example:8443', id: 'trade.example' }
    for (const isDevelopment of [true, false])
      expect(
        read(
          { publicOrigin: 'https://trade.example:8443', isDevelopment },
          { origin: 'https://evil.example', host: 'evil.example' },
        ),
      ).toEqual(party)
  })
  it.each([
    [
      { origin: 'http://localhost:5173', host: 'localhost:8080' },
      { origin: 'http://localhost:5173', id: 'localhost' },
    ],
    [{ host: 'localhost:8080' }, { origin: 'http://localhost:8080', id: 'localhost' }],
    [{}, { origin: 'http://localhost', id: 'localhost' }],
    [{ origin: 'null' }, undefined],
  ])('is the page’s in development: %o', (headers, party) => {
    expect(read({ isDevelopment: true }, headers as Record<string, string>)).toEqual(party)
  })
  it('is none in production when nothing is configured, whatever a request says', () => {
    expect(
      read({ isDevelopment: false }, { origin: 'https://trade.example', host: 'trade.example' }),
    ).toBeUndefined()
  })
})
