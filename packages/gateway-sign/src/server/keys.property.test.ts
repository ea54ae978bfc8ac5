import { createManualClock } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import deviceChecks from '../../vectors/device-check.json' with { type: 'json' }
import keys from '../../vectors/keys.json' with { type: 'json' }
import { verifySignedConfig } from '../config/verifySignedConfig.ts'
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import { logins } from '../testing/vectors.ts'
import { createTestConfig, testServerIdentity } from '../testing.ts'
import { GS1, type KeyAlgorithm } from '../wire.ts'
import { createMemoryReplayStore } from './createMemoryReplayStore.ts'
import { verifyPlaintext } from './verifyPlaintext.ts'
import { createKeyCache, importClientKey, verifySignature } from './serverKeys.ts'
import { signConfig } from './signConfig.ts'
import { verifyUserCheckDevice } from './verifyUserCheckDevice.ts'

/** `text` with one character replaced. */
const replaced = (text: string, position: number, character: string) => {
  const at = position % text.length
  return text.slice(0, at) + character + text.slice(at + 1)
}
const anyText = fc.string({ unit: 'binary-ascii', maxLength: 80 })

describe('keys and signatures read from any text (PROTOCOL T19)', () => {
  it('are read or rejected without throwing', () => {
    const key = importClientKey({ publicKey: keys.client1024.publicKey, algorithm: 'rsa1024' })!
    fc.assert(
      fc.property(
        anyText,
        anyText,
        fc.constantFrom<KeyAlgorithm>('rsa1024', 'rsa2048'),
        (publicKey, signature, algorithm) => {
          expect(importClientKey({ publicKey, algorithm })).toBeNull()
          expect(verifySignature(key, { text: publicKey, signature })).toBe(false)
        },
      ),
    )
  })

  it('are rejected with a changed character unless it is another key', () => {
    const { publicKey } = keys.client1024
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...'AQz09+/=- \n'.split('')), (position, character) => {
        const changed = replaced(publicKey, position, character)
        fc.pre(changed !== publicKey)
        const read = importClientKey({ publicKey: changed, algorithm: 'rsa1024' })
        expect(
          read === null ||
            read.export({ format: 'der', type: 'spki' }).toString('base64') === changed,
        ).toBe(true)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the key cache under random look-ups', () => {
  const known = [keys.client1024, keys.other1024, keys.client2048, keys.other2048].map(
    ({ publicKey, algorithm }) => ({ publicKey, algorithm: algorithm as KeyAlgorithm }),
  )

  it('returns the requested key and evicts first in, first out', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.nat({ max: known.length }), { maxLength: 20 }),
        (capacity, sequence) => {
          const keyOf = createKeyCache(capacity)
          const model: { at: number; key: unknown }[] = []
          for (const at of sequence) {
            const wanted = known[at]
            const key = keyOf(wanted ?? { publicKey: 'none', algorithm: 'rsa1024' })
            expect(key === null).toBe(wanted === undefined)
            if (!wanted) continue
            expect(key!.export({ format: 'der', type: 'spki' }).toString('base64')).toBe(
              wanted.publicKey,
            )
            const cached = model.find((entry) => entry.at === at)
            if (cached) expect(key).toBe(cached.key)
            else model.push({ at, key })
            if (model.length > capacity) model.shift()
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('the replay store under random claims (row 6) (wire 7)', () => {
  it('accepts the same claims as a list of deadlines', async () => {
    const steps = fc.array(
      fc.record({
        key: fc.constantFrom('a', 'b', 'c'),
        ttlMs: fc.constantFrom(1, 10, 100),
        wait: fc.constantFrom(0, 1, 9, 50),
      }),
      { maxLength: 10 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const clock = createManualClock()
        const store = createMemoryReplayStore({ clock })
        const deadlines: Record<string, number> = {}
        for (const { key, ttlMs, wait } of sequence) {
          await clock.advance(wait)
          const now = clock.monotonic()
          const isFree = (deadlines[key] ?? -1) <= now
          expect(await store.claim(key, ttlMs)).toBe(isFree)
          if (isFree) deadlines[key] = now + ttlMs
        }
        expect(store.size()).toBeLessThanOrEqual(3)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the login plaintext, any text (wire 4)', () => {
  const proved = logins.find(({ name }) => name === 'a log-in (rsa1024)')!
  const context = { path: proved.path, tm: proved.tm, traceId: proved.traceId, profile: GS1 }

  it('is accepted or rejected, never with partial proof fields (PROTOCOL T19)', () => {
    const value = fc.oneof(
      anyText,
      fc.json(),
      fc
        .dictionary(
          fc.constantFrom('pwd', 'algorithm', 'publicKey', 'initSign', '__proto__'),
          fc.jsonValue(),
        )
        .map((each) => JSON.stringify(each)),
    )
    fc.assert(
      fc.property(value, (text) => {
        const opened = verifyPlaintext(text, context)
        if (opened)
          expect(
            Object.keys(opened.fields).filter((name) =>
              ['algorithm', 'publicKey', 'initSign'].includes(name),
            ),
          ).toEqual([])
        expect(opened?.clientKey).toBeUndefined()
      }),
      { numRuns: 300 },
    )
  })

  it('rejects its proof with any character changed (PROTOCOL T8)', () => {
    expect(verifyPlaintext(proved.plaintext, context)?.clientKey).toBeDefined()
    fc.assert(
      fc.property(
        fc.nat(),
        fc.constantFrom(...'aZ09+/={}[]",: '.split('')),
        (position, character) => {
          const changed = replaced(proved.plaintext, position, character)
          fc.pre(changed !== proved.plaintext)
          expect(verifyPlaintext(changed, context)?.clientKey).toBeUndefined()
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('the device check, any change (wire 5)', () => {
  it('is valid for one path, time bucket, trace id and new key', () => {
    const [, , vector] = deviceChecks
    const { path, tm, traceId, newKeyId, signature, publicKey, lastAlgorithm } = vector!
    const good = {
      path,
      tm,
      traceId,
      newKeyId,
      sign: signature,
      lastKey: { publicKey, algorithm: lastAlgorithm as KeyAlgorithm },
    }
    expect(verifyUserCheckDevice(good)).toBe(true)
    fc.assert(
      fc.property(
        fc.constantFrom('path', 'tm', 'traceId', 'newKeyId', 'sign' as const),
        fc.nat(),
        fc.constantFrom(...'0af/A=w'.split('')),
        (part, position, character) => {
          const name = part as 'path' | 'tm' | 'traceId' | 'newKeyId' | 'sign'
          const changed = replaced(good[name], position, character)
          fc.pre(changed !== good[name])
          expect(verifyUserCheckDevice({ ...good, [name]: changed })).toBe(false)
        },
      ),
      { numRuns: 150 },
    )
  })
})

describe('a signed configuration, any configuration (wire 3)', () => {
  const suite = createWebCryptoSuite(crypto.subtle)
  const options = {
    issuerCertificates: [testServerIdentity.issuerCertificatePem],
    now: Date.UTC(2024, 0, 1),
    suite,
    profile: GS1,
  }
  const paths = fc.stringMatching(/^\/v1\/[a-z]{1,8}$/)
  const configs = fc
    .record({
      clientOpen: fc.boolean(),
      exactUrls: fc.dictionary(paths, fc.constantFrom('0', '1', '2')),
      userCheckDeviceUrl: paths,
    })
    .map((changes) => createTestConfig(changes))

  it('is accepted unchanged and rejected with any character changed (PROTOCOL T4)', async () => {
    await fc.assert(
      fc.asyncProperty(
        configs,
        fc.nat(),
        fc.constantFrom(...'01a"/'.split('')),
        async (config, position, character) => {
          const data = signConfig({
            config,
            identity: testServerIdentity,
            expiresAt: options.now + 1,
          })
          expect(await verifySignedConfig(JSON.parse(JSON.stringify(data)), options)).toEqual(
            JSON.parse(JSON.stringify(config)),
          )
          const configText = replaced(String(data['configText']), position, character)
          if (configText !== data['configText'])
            await expect(
              verifySignedConfig({ ...data, configText }, options),
            ).rejects.toMatchObject({
              name: 'GatewaySignError',
            })
          await expect(
            verifySignedConfig(data, { ...options, now: options.now + 2 }),
          ).rejects.toMatchObject({ name: 'GatewaySignError' })
        },
      ),
      { numRuns: 40 },
    )
  })
})
