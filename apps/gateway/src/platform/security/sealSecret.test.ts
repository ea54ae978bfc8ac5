import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeRandom } from '../../platform/nodePorts.ts'
import { createSecretSeal } from './sealSecret.ts'

const seal = createSecretSeal({ key: randomBytes(32), random: nodeRandom() })
const owner = '1111111111'

describe('secrets in the database', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, who) => {
        expect(seal.open(seal.seal(text, { owner: who }), { owner: who })).toBe(text)
      }),
      { numRuns: 200 },
    )
  })
  it('look different each time and show nothing', () => {
    const [one, two] = [seal.seal('JBSWY3DP', { owner }), seal.seal('JBSWY3DP', { owner })]
    expect(one).not.toBe(two)
    expect(one).toMatch(/^gcm1\.[A-Za-z0-9_-]+$/)
    expect(Buffer.from(one.slice(5), 'base64url').toString('latin1')).not.toContain('JBSW')
  })
  it('open for their owner and their gateway only', () => {
    const sealed = seal.seal('JBSWY3DP', { owner })
    expect(seal.open(sealed, { owner: '2222222222' })).toBeUndefined()
    expect(
      createSecretSeal({ key: randomBytes(32), random: nodeRandom() }).open(sealed, { owner }),
    ).toBeUndefined()
  })
  it('detects any changed bit', () => {
    const sealed = Buffer.from(seal.seal('JBSWY3DP', { owner }).slice(5), 'base64url')
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(seal.open(`gcm1.${changed.toString('base64url')}`, { owner })).toBeUndefined()
    }
  })
  it.each(['', 'gcm1', 'gcm1.', 'gcm1.AAAA', 'gcm2.AAAA', 'JBSWY3DPEHPK3PXP'])(
    '%s opens to nothing',
    (text) => {
      expect(seal.open(text, { owner })).toBeUndefined()
    },
  )
})
