import { createHash, hkdfSync, verify, X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createServerIdentity, GS1 } from '@x/gateway-sign/server'
import { testServerIdentity } from '@x/gateway-sign/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nodeRandom } from '../nodePorts.ts'
import { createSecretSeal } from '../security/sealSecret.ts'
import { encryptFields } from '../../testing/encryptFields.ts'
import { testIdentity } from '../../testing/testIdentity.ts'
import { createGatewayDecryptor } from './createGatewayDecryptor.ts'
import { derivedSecret } from './derivedSecret.ts'
import { loadIdentity } from './loadIdentity.ts'
import { rotateServerKey } from '../../commands/rotateServerKey.ts'

let dataDir: string
beforeEach(async () => void (dataDir = await mkdtemp(path.join(tmpdir(), 'identity-'))))
afterEach(() => rm(dataDir, { recursive: true, force: true }))

describe('Issuer certificate: the identity of a data folder (wire 10)', () => {
  it('is made once, for its owner only, and stays', async () => {
    const now = Date.now()
    const made = await loadIdentity({ dataDir, now })
    expect((await stat(path.join(dataDir, 'identity.json'))).mode & 0o777).toBe(0o600)
    expect(
      new X509Certificate(made.issuerCertificatePem).validFromDate.getTime(),
    ).toBeLessThanOrEqual(now)
    expect(await loadIdentity({ dataDir, now })).toEqual(made)
  })
  it.each(['{', '{"issuerCertificatePem":"x"}', 'null'])(
    'is kept when its file is damaged (%j), with no key shown',
    async (text) => {
      await writeFile(path.join(dataDir, 'identity.json'), text)
      await expect(loadIdentity({ dataDir, now: 0 })).rejects.toThrow(
        /identity in .* is damaged\. Restore it/,
      )
      expect(await readFile(path.join(dataDir, 'identity.json'), 'utf8')).toBe(text)
    },
  )
  it.each([
    ['another issuer certificate', { issuerCertificatePem: 'none' }, 'issuer-certificate'],
    ["a signature over another gateway's key", { serverPublicKeySign: 'AAAA' }, 'signature'],
    [
      'a private key that is not the public one’s',
      { serverPrivateKeyPem: testServerIdentity.issuerPrivateKeyPem },
      'server-private-key',
    ],
  ])('ends the start when no client would accept it: %s', async (_, change, fault) => {
    await writeFile(
      path.join(dataDir, 'identity.json'),
      JSON.stringify({ ...testServerIdentity, ...change }),
    )
    const started = await loadIdentity({ dataDir, now: Date.UTC(2026, 0, 1) }).catch(
      (error: Error) => error,
    )
    expect(started).toMatchObject({
      message: expect.stringContaining(`is damaged (${fault}). Restore it`) as string,
    })
    expect(String((started as Error).stack)).not.toContain('PRIVATE')
  })
})

describe('secrets for a purpose', () => {
  it('are equal on every node and differ by purpose and master secret', () => {
    const secret = (purpose: string, masterSecret = testIdentity.masterSecret) =>
      derivedSecret({ masterSecret }, purpose).toString('hex')
    expect(secret('captcha')).toBe(secret('captcha'))
    expect(secret('captcha')).toHaveLength(64)
    expect(
      new Set([secret('captcha'), secret('device'), secret('captcha', 'ab'.repeat(32))]).size,
    ).toBe(3)
  })
})

const NOW = Date.UTC(2026, 0, 1)
const read = (name: string) => readFile(path.join(dataDir, name), 'utf8')
const keepOld = () =>
  writeFile(path.join(dataDir, 'identity.json'), JSON.stringify(testServerIdentity), {
    mode: 0o600,
  })
/** As secrets were derived before there was a master secret. */
const formerSecret = (purpose: string) =>
  Buffer.from(
    hkdfSync('sha256', testServerIdentity.serverPrivateKeyPem, '', `x-gateway ${purpose}`, 32),
  )

describe('issuer, server key and master secret of a data folder', () => {
  it('opens an old folder with the same derived secrets (SL10)', async () => {
    await keepOld()
    const identity = await loadIdentity({ dataDir, now: NOW })
    for (const purpose of ['captcha', 'device', 'second-factor'])
      expect(derivedSecret(identity, purpose)).toEqual(formerSecret(purpose))
    expect(identity).toMatchObject({
      serverPublicKey: testServerIdentity.serverPublicKey,
      issuerCertificatePem: testServerIdentity.issuerCertificatePem,
    })
  })

  it('takes the private key of the issuer out of the identity (SL10)', async () => {
    await keepOld()
    const first = await loadIdentity({ dataDir, now: NOW })
    expect(await read('identity.json')).not.toContain(
      JSON.stringify(testServerIdentity.issuerPrivateKeyPem),
    )
    expect(JSON.parse(await read('issuer.json'))).toEqual({
      certificatePem: testServerIdentity.issuerCertificatePem,
      privateKeyPem: testServerIdentity.issuerPrivateKeyPem,
    })
    for (const name of ['identity.json', 'issuer.json', 'master.secret'])
      expect((await stat(path.join(dataDir, name))).mode & 0o777).toBe(0o600)
    await rm(path.join(dataDir, 'issuer.json'))
    expect(await loadIdentity({ dataDir, now: NOW })).toEqual(first)
  })

  it('goes on after a crash in the midst of the split', async () => {
    await keepOld()
    const first = await loadIdentity({ dataDir, now: NOW })
    await rm(path.join(dataDir, 'issuer.json'))
    await keepOld()
    expect(await loadIdentity({ dataDir, now: NOW })).toEqual(first)
    expect(await read('issuer.json')).toContain('PRIVATE KEY')
  })

  it('refuses to start without its master secret or with another one (SL10)', async () => {
    await loadIdentity({ dataDir, now: Date.now() })
    const secret = await read('master.secret')
    await rm(path.join(dataDir, 'master.secret'))
    await expect(loadIdentity({ dataDir, now: Date.now() })).rejects.toThrow(
      /master secret .* is missing/,
    )
    await writeFile(path.join(dataDir, 'master.secret'), 'ab'.repeat(32))
    await expect(loadIdentity({ dataDir, now: Date.now() })).rejects.toThrow(/is not the one of/)
    await writeFile(path.join(dataDir, 'master.secret'), 'short')
    await expect(loadIdentity({ dataDir, now: Date.now() })).rejects.toThrow(/is damaged/)
    await writeFile(path.join(dataDir, 'master.secret'), secret)
    await expect(loadIdentity({ dataDir, now: Date.now() })).resolves.toBeDefined()
  })

  it('keeps the master secret where MASTER_SECRET_FILE says', async () => {
    const masterSecretFile = path.join(dataDir, 'elsewhere')
    const made = await loadIdentity({ dataDir, masterSecretFile, now: Date.now() })
    expect((await read('elsewhere')).trim()).toBe(made.masterSecret)
    await expect(stat(path.join(dataDir, 'master.secret'))).rejects.toThrow('ENOENT')
    expect(await loadIdentity({ dataDir, masterSecretFile, now: Date.now() })).toEqual(made)
  })
})

describe('rotation of the server key', () => {
  const verified = ({
    serverPublicKey,
    serverPublicKeySign,
  }: {
    serverPublicKey: string
    serverPublicKeySign: string
  }) =>
    verify(
      'sha256',
      Buffer.from(createHash('md5').update(serverPublicKey).digest('hex')),
      new X509Certificate(testServerIdentity.issuerCertificatePem).publicKey,
      Buffer.from(serverPublicKeySign, 'base64'),
    )

  it('signs a new key by the same issuer and leaves derived secrets (SL10)', async () => {
    await keepOld()
    const before = await loadIdentity({ dataDir, now: NOW })
    await rotateServerKey({ dataDir, now: NOW })
    const after = await loadIdentity({ dataDir, now: NOW })
    expect(after.serverPublicKey).not.toBe(before.serverPublicKey)
    expect(after.issuerCertificatePem).toBe(before.issuerCertificatePem)
    expect(verified(after)).toBe(true)
    for (const purpose of ['captcha', 'device', 'second-factor'])
      expect(derivedSecret(after, purpose)).toEqual(formerSecret(purpose))
    expect(await read('identity.json')).not.toContain(
      JSON.stringify(testServerIdentity.issuerPrivateKeyPem),
    )
  })

  it('opens what authenticators were sealed with before the rotation (SL10)', async () => {
    await keepOld()
    const sealed = createSecretSeal({
      key: formerSecret('second-factor'),
      random: nodeRandom(),
    }).seal('JBSWY3DPEHPK3PXP', { owner: '1000000001' })
    await rotateServerKey({ dataDir, now: NOW })
    await rotateServerKey({ dataDir, now: NOW, isCompromised: true })
    const key = derivedSecret(await loadIdentity({ dataDir, now: NOW }), 'second-factor')
    expect(
      createSecretSeal({ key, random: nodeRandom() }).open(sealed, { owner: '1000000001' }),
    ).toBe('JBSWY3DPEHPK3PXP')
  })

  it('takes only the issuer of a file that was kept offline', async () => {
    await keepOld()
    await loadIdentity({ dataDir, now: NOW })
    const issuerFile = path.join(dataDir, 'usb-stick.json')
    await rename(path.join(dataDir, 'issuer.json'), issuerFile)
    await expect(rotateServerKey({ dataDir, now: NOW })).rejects.toThrow(
      /There is no .*issuer\.json/,
    )
    await rotateServerKey({ dataDir, issuerFile, now: NOW })
    const other = await createServerIdentity({ now: NOW })
    await writeFile(
      issuerFile,
      JSON.stringify({
        certificatePem: other.issuerCertificatePem,
        privateKeyPem: other.issuerPrivateKeyPem,
      }),
    )
    await expect(rotateServerKey({ dataDir, issuerFile, now: NOW })).rejects.toThrow(
      /not the one whose certificate clients have/,
    )
  })

  it('opens log-ins under the former key for a week unless compromised (SL10)', async () => {
    await keepOld()
    const clock = { now: () => NOW }
    const body = encryptFields({ loginName: 'a@example.com' })
    const opens = async (now: number) =>
      createGatewayDecryptor({
        identity: await loadIdentity({ dataDir, now }),
        clock,
        profile: GS1,
      }).decrypt({ path: '/v1/user/login', tm: '', traceId: '', body: { bodyCiphertext: body } }).ok
    await rotateServerKey({ dataDir, now: NOW })
    expect(await opens(NOW)).toBe(true)
    expect(await opens(NOW + 7 * 86_400_000)).toBe(false)
    expect(await read('identity.json')).not.toContain('previousServerKey')
    await rm(path.join(dataDir, 'identity.json'))
    await rm(path.join(dataDir, 'master.secret'))
    await rm(path.join(dataDir, 'issuer.json'))
    await keepOld()
    await rotateServerKey({ dataDir, isCompromised: true, now: NOW })
    expect(await opens(NOW)).toBe(false)
  })
})
