import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { browserPasskeys } from './browserPasskeys.ts'

/** A credential of the browser, as far as it is passed on. */
class Passkey {
  readonly #json: object
  constructor(json: object) {
    this.#json = json
  }
  static readonly parseRequestOptionsFromJSON = (options: object) => ({ parsed: 'get', options })
  static readonly parseCreationOptionsFromJSON = (options: object) => ({
    parsed: 'create',
    options,
  })
  toJSON() {
    return this.#json
  }
}

let answer: () => Promise<unknown>
let asked: unknown[]
beforeEach(() => {
  asked = []
  const ask = async (options: unknown) => (asked.push(options), await answer())
  vi.stubGlobal('PublicKeyCredential', Passkey)
  vi.stubGlobal('navigator', { ...navigator, credentials: { get: ask, create: ask } })
})
afterEach(() => vi.unstubAllGlobals())

const OPTIONS = { challenge: 'abc' }
const JSON_FORM = { id: 'key', rawId: 'key', type: 'public-key', response: {} }

describe('the passkeys of the browser', () => {
  it.each(['get', 'create'] as const)('are asked for in their JSON forms: %s', async (way) => {
    answer = async () => new Passkey(JSON_FORM)
    expect(await browserPasskeys[way](OPTIONS)).toEqual(JSON_FORM)
    expect(asked).toEqual([{ publicKey: { parsed: way, options: OPTIONS } }])
  })

  it.each([null, undefined, JSON_FORM, { toJSON: () => JSON_FORM }])(
    'are none of what is no passkey: %j',
    async (credential) => {
      answer = async () => credential
      await expect(browserPasskeys.get(OPTIONS)).rejects.toThrow(TypeError)
      await expect(browserPasskeys.create(OPTIONS)).rejects.toThrow(TypeError)
    },
  )

  it('reject when the user declines', async () => {
    answer = () => Promise.reject(new DOMException('declined', 'NotAllowedError'))
    await expect(browserPasskeys.get(OPTIONS)).rejects.toThrow('declined')
  })
})
