import { createMemoryAsyncStorage, createMemoryStorage } from '@x/kit/testing'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import keys from '../../vectors/keys.json' with { type: 'json' }
import { createWebCryptoSuite } from '../crypto/webCrypto.ts'
import { GS1 } from '../wire.ts'
import { createKeyEntries } from './createKeyEntries.ts'
import { createKeyRing, type KeyRing } from './createKeyRing.ts'
import { parseKeyRecord, type KeyRecord } from './keyRecord.ts'

/**
 * Compares the key ring with a simple model over random browser histories: log-ins, log-outs,
 * reloads, tabs, failing storage.
 */

const suite = createWebCryptoSuite(crypto.subtle)
const records = [keys.client1024, keys.other1024, keys.client2048, keys.other2048].map(
  (key) =>
    ({
      publicKey: key.publicKey,
      algorithm: key.algorithm,
      privateKeyPem: key.privateKeyPem,
    }) as KeyRecord,
)
const idOf = ({ publicKey }: KeyRecord) => suite.md5Hex(publicKey)

type Step = {
  readonly does: 'logIn' | 'logOut' | 'dropCookies' | 'reload' | 'breakTokenEntry'
  readonly key: number
  readonly user: number
  readonly tab: number
}
const steps = fc.array(
  fc.record<Step>({
    does: fc.constantFrom(
      'logIn',
      'logIn',
      'logIn',
      'logOut',
      'dropCookies',
      'reload',
      'breakTokenEntry',
    ),
    key: fc.nat({ max: records.length - 1 }),
    user: fc.nat({ max: 1 }),
    tab: fc.nat({ max: 1 }),
  }),
  { minLength: 1, maxLength: 10 },
)

/** Two tabs of one browser, and a model of its storage. */
function createBrowser() {
  const storage = createMemoryAsyncStorage()
  const cookies = createMemoryStorage()
  const openTab = (): KeyRing =>
    createKeyRing({ entries: createKeyEntries({ storage, emit: () => {} }), cookies, profile: GS1 })
  const tabs = [openTab(), openTab()]
  const model = {
    token: undefined as { name: string; id: string } | undefined,
    users: new Map<string, string[]>(),
  }
  let tokens = 0

  const run = async ({ does, key, user, tab }: Step) => {
    const ring = tabs[tab]!
    if (does === 'logIn') {
      const [name, userId, id] = [`t${++tokens}`, `u${user}`, idOf(records[key]!)]
      cookies.set('x_token', name)
      cookies.set('x_uid', userId)
      await ring.bind(records[key]!, { userId })
      model.token = { name, id }
      const before = model.users.get(userId) ?? []
      model.users.set(userId, before[0] === id ? before : [id, ...before].slice(0, 2))
    }
    if (does === 'logOut') {
      await ring.removeTokenEntry()
      cookies.remove('x_token')
      model.token = undefined
    }
    if (does === 'dropCookies') for (const name of cookies.keys()) cookies.remove(name)
    if (does === 'reload') tabs[tab] = openTab()
    if (does === 'breakTokenEntry' && model.token) {
      await storage.set(`sign_key:token:${model.token.name}`, { publicKey: 7 })
      // A page that has imported the key keeps using it; another falls back to the user-id entry.
      for (const [index] of tabs.entries()) tabs[index] = openTab()
      model.token = undefined
    }
  }
  const expected = () => {
    const token = cookies.get('x_token')
    const userKeys = model.users.get(cookies.get('x_uid') ?? '')
    const current = token && model.token?.name === token ? model.token.id : userKeys?.[0]
    const last = userKeys?.[1] ?? userKeys?.[0]
    return {
      current,
      last,
      newKeyId: last === undefined ? undefined : !current || current === last ? '' : current,
    }
  }
  return { run, expected, tabs, storage }
}

describe('random browser histories (wire 8)', () => {
  it('signs with the expected key in all tabs, device check included', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { run, expected, tabs } = createBrowser()
        for (const step of sequence) await run(step)
        const { current, last, newKeyId } = expected()
        for (const ring of tabs) {
          expect((await ring.currentKey(suite))?.keyId).toBe(current)
          const previous = await ring.previousKey(suite)
          expect([previous?.key.keyId, previous?.newKeyId]).toEqual([last, newKeyId])
        }
      }),
      { numRuns: 60 },
    )
  })

  it('keeps at most one token entry and two keys per user', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const { run, storage } = createBrowser()
        for (const step of sequence) await run(step)
        const names = await storage.keys()
        expect(
          names.filter((name) => name.startsWith('sign_key:token:')).length,
        ).toBeLessThanOrEqual(1)
        for (const name of names.filter((one) => one.startsWith('sign_key:uid:')))
          expect(parseKeyRecord(await storage.get(name))?.previous?.previous).toBeUndefined()
      }),
      { numRuns: 60 },
    )
  })
})

describe('stored values (wire 8)', () => {
  it('parse to a record with a key or undefined', () => {
    const part = fc.oneof(fc.anything(), fc.constantFrom('rsa1024', 'rsa2048', 'MIGf'))
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything(),
          fc.record(
            {
              publicKey: part,
              algorithm: part,
              privateKey: part,
              privateKeyPem: part,
              previous: part,
            },
            { requiredKeys: [] },
          ),
        ),
        (value) => {
          const record = parseKeyRecord(value)
          if (!record) return
          expect([
            typeof record.publicKey,
            record.publicKey === '',
            ['rsa1024', 'rsa2048'].includes(record.algorithm),
          ]).toEqual(['string', false, true])
          expect('privateKey' in record).not.toBe('privateKeyPem' in record)
        },
      ),
      { numRuns: 300 },
    )
  })
})
