import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { testServerIdentity } from '@x/gateway-sign/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { derivedSecret } from './derivedSecret.ts'
import { loadIdentity } from './loadIdentity.ts'

let dataDir: string
beforeEach(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'identity-'))))
afterEach(() => rm(dataDir, { recursive: true, force: true }))

describe('wire 10 Issuer certificate: the identity of a data folder', () => {
  it('is made once, for its owner only, and stays', async () => {
    const now = Date.now()
    const made = await loadIdentity({ dataDir, now })
    expect((await stat(path.join(dataDir, 'identity.json'))).mode & 0o777).toBe(0o600)
    expect(new X509Certificate(made.issuerCertificatePem).validFromDate.getTime()).toBeLessThanOrEqual(now)
    expect(await loadIdentity({ dataDir, now })).toEqual(made)
  })
  it.each(['{', '{"issuerCertificatePem":"x"}', 'null'])('is never replaced because its file is damaged (%j), and the message holds no key', async (text) => {
    await writeFile(path.join(dataDir, 'identity.json'), text)
    await expect(loadIdentity({ dataDir, now: 0 })).rejects.toThrow(/identity in .* is damaged\. Restore it/)
    expect(await readFile(path.join(dataDir, 'identity.json'), 'utf8')).toBe(text)
  })
  it.each([
    ['another issuer certificate', { issuerCertificatePem: 'none' }, 'issuer-certificate'],
    ["a signature over another gateway's key", { serverPublicKeySign: 'AAAA' }, 'signature'],
    ['a private key that is not the public one’s', { serverPrivateKeyPem: testServerIdentity.issuerPrivateKeyPem }, 'server-private-key'],
  ])('that no client would take ends the start: %s', async (_, change, fault) => {
    await writeFile(path.join(dataDir, 'identity.json'), JSON.stringify({ ...testServerIdentity, ...change }))
    const started = await loadIdentity({ dataDir, now: Date.UTC(2026, 0, 1) }).catch((error: Error) => error)
    expect(started).toMatchObject({ message: expect.stringContaining(`is damaged (${fault}). Restore it`) as string })
    expect(String((started as Error).stack)).not.toContain('PRIVATE')
  })
})

describe('secrets for a purpose', () => {
  it('are the same on every node of an identity, and differ by purpose and identity', () => {
    const secret = (purpose: string, key = testServerIdentity.serverPrivateKeyPem) => derivedSecret({ serverPrivateKeyPem: key }, purpose).toString('hex')
    expect(secret('captcha')).toBe(secret('captcha'))
    expect(secret('captcha')).toHaveLength(64)
    expect(new Set([secret('captcha'), secret('device'), secret('captcha', 'another key')]).size).toBe(3)
  })
})
