import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createTestConfig, testServerIdentity } from '../testing.ts'
import { signConfig } from './signConfig.ts'

describe('signed configuration (wire 3)', () => {
  const config = createTestConfig()
  const data = signConfig({ config, identity: testServerIdentity, expiresAt: 1_732_238_512_345 })

  it('includes the unsigned configuration for other clients', () => {
    expect(data['gatewaySignConfig']).toBe(config)
    expect(JSON.parse(String(data['configText']))).toEqual(config)
  })

  it('signs label, expiry and text joined by LF', () => {
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
