import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { storedTransports } from './createPasskeys.ts'

describe('the transports that are kept of a passkey', () => {
  it('are none where the browser names none', () => {
    expect(storedTransports()).toEqual([])
    expect(storedTransports(undefined)).toEqual([])
  })

  it('keep the order of the browser', () =>
    expect(storedTransports(['usb', 'internal', 'hybrid'])).toEqual(['usb', 'internal', 'hybrid']))

  it('keep names that are new to the gateway', () =>
    expect(storedTransports(['smart-card', 'cable'])).toEqual(['smart-card', 'cable']))

  it('omit what is no text, or 32 characters and longer', () =>
    expect(storedTransports([null, 1, {}, ['usb'], 'x'.repeat(31), 'x'.repeat(32), 'nfc'])).toEqual(
      ['x'.repeat(31), 'nfc'],
    ))

  it('count only accepted names towards eight', () =>
    expect(storedTransports([null, ...'abcdefghij'])).toEqual([...'abcdefgh']))

  it('stay in bounds for any value', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.anything()), { maxLength: 40 }), (sent) => {
        const kept = storedTransports(sent)
        expect(kept.length).toBeLessThanOrEqual(8)
        for (const name of kept) {
          expect(name.length).toBeLessThan(32)
          expect(sent).toContain(name)
        }
      }),
    )
  })
})
