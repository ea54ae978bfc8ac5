import { expect, it } from 'vitest'
import { describeCryptoSuite } from '../testing/describeCryptoSuite.ts'
import { describeKeyGeneration } from '../testing/describeKeyGeneration.ts'
import { createWebCryptoSuite, platformCryptoSuite } from './webCrypto.ts'

const createSuite = () => createWebCryptoSuite(crypto.subtle)
describeCryptoSuite('Node', { createSuite })
describeKeyGeneration('Node', { createSuite, hasCryptoKeys: true })

it('throws when the platform has no Web Crypto', () => {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'crypto')!
  Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true })
  try {
    expect(() => platformCryptoSuite()).toThrow(TypeError)
  } finally {
    Object.defineProperty(globalThis, 'crypto', descriptor)
  }
  expect(platformCryptoSuite().md5Hex('')).toBe('d41d8cd98f00b204e9800998ecf8427e')
})
