// Makes the server's keys once. The page pins the issuer's certificate.
import { existsSync, writeFileSync } from 'node:fs'
import { createServerIdentity } from '@x/gateway-sign/server'

const stored = new URL('identity.json', import.meta.url)

if (!existsSync(stored)) {
  const identity = await createServerIdentity({ now: Date.now() })
  // In production the issuer's private key stays offline, and no key is in the repository.
  const { issuerPrivateKeyPem: _offline, ...online } = identity
  writeFileSync(stored, JSON.stringify(online, undefined, 2), { mode: 0o600 })
  writeFileSync(new URL('../src/issuer.pem', import.meta.url), identity.issuerCertificatePem)
}
