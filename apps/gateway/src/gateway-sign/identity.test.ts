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
})

describe('secrets for a purpose', () => {
  it('are the same on every node of an identity, and differ by purpose and identity', () => {
    const secret = (purpose: string, key = testServerIdentity.serverPrivateKeyPem) => derivedSecret({ serverPrivateKeyPem: key }, purpose).toString('hex')
    expect(secret('captcha')).toBe(secret('captcha'))
    expect(secret('captcha')).toHaveLength(64)
    expect(new Set([secret('captcha'), secret('device'), secret('captcha', 'another key')]).size).toBe(3)
  })
})
