import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const AT_ONCE = 4

/** The version line of the `openssl` command, or null where there is none. */
export async function opensslVersion() {
  try {
    return (await execute('openssl', ['version'])).stdout.trim()
  } catch {
    return null
  }
}

/**
 * The vectors judged by a program that shares no line with this package and none of Node's JavaScript:
 * every signature verified, every log-in decrypted, every forgery refused, every case of the cipher opened or refused. Rejects at the first disagreement.
 */
export async function checkWithOpenssl() {
  const keys = read('keys.json')
  const folder = mkdtempSync(path.join(tmpdir(), 'gs1-'))
  let files = 0
  const file = (bytes) => {
    const name = path.join(folder, String(files++))
    writeFileSync(name, bytes)
    return name
  }
  const keyFiles = new Map()
  const keyFile = (publicKey) => {
    if (!keyFiles.has(publicKey)) keyFiles.set(publicKey, file(Buffer.from(publicKey, 'base64')))
    return keyFiles.get(publicKey)
  }
  const server = file(keys.server.privateKeyPem)
  const issuer = file((await execute('openssl', ['x509', '-noout', '-pubkey', '-in', file(keys.issuers.current.certificatePem)])).stdout)

  /** `dgst -verify` reads no more of a signature than the key is long, and so misses what hangs on; `pkeyutl` reads it all. */
  const verifies = async ({ key, form = 'DER', text, signature }) => {
    const args = ['pkeyutl', '-verify', '-pubin', '-inkey', key, '-keyform', form, '-rawin', '-digest', 'sha256', '-sigfile', file(Buffer.from(signature, 'base64')), '-in', file(text)]
    // A failure ends with another status: only these words are a yes.
    const { stdout } = await execute('openssl', args).catch((error) => error)
    return String(stdout).includes('Signature Verified Successfully')
  }
  const decrypt = async ({ bodyCiphertext }) => {
    const [wrapped, iv, sealed] = bodyCiphertext.split('.').map((part) => Buffer.from(part, 'base64'))
    const { stdout: key } = await execute('openssl', ['pkeyutl', '-decrypt', '-inkey', server, '-in', file(wrapped)], { encoding: 'buffer' })
    const { stdout } = await execute('openssl', ['enc', '-d', '-aes-256-cbc', '-K', key.toString('hex'), '-iv', iv.toString('hex'), '-in', file(sealed)], { encoding: 'buffer' })
    return stdout.toString('utf8')
  }
  const expect = (holds, name) => {
    if (!holds) throw new Error(`openssl disagrees about "${name}"`)
  }

  const byKey = new Map(['client1024', 'client2048'].map((name) => [keys[name].publicKey, name]))
  const signatures = [
    ...read('signing.json').map(({ name, key, stringToSign, signature }) => ({ name, publicKey: keys[key].publicKey, text: stringToSign, signature })),
    ...read('device-check.json').map(({ name, publicKey, stringToSign, signature }) => ({ name, publicKey, text: stringToSign, signature })),
    ...read('login.json').flatMap(({ name, key, initSignString, initSign }) => (key ? [{ name, publicKey: keys[key].publicKey, text: initSignString, signature: initSign }] : [])),
  ]
  const logins = read('login.json')
  const forgeries = read('refusals.json').filter(({ name }) => name.startsWith('signature, '))
  const claims = read('config-refusals.json').filter(({ name }) => name.startsWith('issuer signature, '))

  // The command fills up keys and IVs of other sizes with zeros, so it cannot judge those cases.
  const ciphers = read('aes-cbc.json').filter(({ flags }) => !flags.includes('KeySize') && !flags.includes('IvSize'))
  const opens = async ({ key, iv, ct }) => {
    const args = ['enc', '-d', '-aes-256-cbc', '-K', key, '-iv', iv, '-in', file(Buffer.from(ct, 'hex'))]
    return execute('openssl', args, { encoding: 'buffer' }).then(({ stdout }) => stdout.toString('hex'), () => null)
  }

  const jobs = [
    ...signatures.map(({ name, publicKey, ...signed }) => async () => expect(await verifies({ key: keyFile(publicKey), ...signed }), name)),
    ...logins.map((login) => async () => expect((await decrypt(login)) === login.plaintext, login.name)),
    ...forgeries.map(({ name, request: { headers, path: pathname, body } }) => async () => {
      const text = [pathname, headers.tm.slice(0, 8), headers['trace-id'], body].join('\n')
      const publicKey = [...byKey.keys()].find((candidate) => name.includes(keys[byKey.get(candidate)].algorithm))
      expect(!(await verifies({ key: keyFile(publicKey), text, signature: headers['device-sign'] })), name)
    }),
    ...claims.map(({ name, serverPublicKey, serverPublicKeySign }) => async () => {
      const { stdout } = await execute('openssl', ['dgst', '-md5', '-r', file(serverPublicKey)])
      expect(!(await verifies({ key: issuer, form: 'PEM', text: stdout.slice(0, 32), signature: serverPublicKeySign })), name)
    }),
    ...ciphers.map((one) => async () => expect((await opens(one)) === (one.result === 'valid' ? one.msg : null), one.comment)),
  ]
  try {
    const next = jobs.values()
    await Promise.all(Array.from({ length: AT_ONCE }, async () => { for (const job of next) await job() }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { signatures: signatures.length, logins: logins.length, forgeries: forgeries.length + claims.length, ciphers: ciphers.length }
}
