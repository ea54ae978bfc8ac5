import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTestConfig, testServerIdentity } from '../testing.ts'
import { signConfig } from './signConfig.ts'

describe('configuration signed as a whole (wire 3)', () => {
  const config = createTestConfig()
  const data = signConfig({ config, identity: testServerIdentity, expiresAt: 1_732_238_512_345 })

  it('carries the bare configuration for clients that know nothing of it', () => {
    expect(data['gatewaySignConfig']).toBe(config)
    expect(JSON.parse(String(data['configText']))).toEqual(config)
  })

  it('signs label, end and text with LF between them', () => {
    const text = `gatewaySignConfig\n1732238512345\n${String(data['configText'])}`
    const issuer = createPublicKey(testServerIdentity.issuerCertificatePem)
    expect(
      verify(
        'sha256',
        Buffer.from(text),
        issuer,
        Buffer.from(String(data['configSign']), 'base64'),
      ),
    ).toBe(true)
    expect(data['configExpiresAt']).toBe(1_732_238_512_345)
  })
})
