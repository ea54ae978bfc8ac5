import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const SHELLS = 2

/** The version line of the `openssl` command, or null where the command or a shell is missing. */
export async function opensslVersion() {
  try {
    return (await execute('sh', ['-c', 'openssl version'])).stdout.trim()
  } catch {
    return null
  }
}

/**
 * Checks the vectors with the `openssl` command, which shares no code with this package: verifies
 * every signature, decrypts every log-in, rejects every forgery, and decrypts or rejects every
 * cipher case. Rejects at the first disagreement.
 */
export async function checkWithOpenssl() {
  const folder = mkdtempSync(path.join(tmpdir(), 'gs1-'))
  try {
    return await check(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function check(folder) {
  const keys = read('keys.json')
  let files = 0
  const file = (bytes) => {
    const name = String(files++)
    writeFileSync(path.join(folder, name), bytes)
    return name
  }
  /**
   * Returns the output and the exit status of each command. Shells start them, because a shell
   * starts a process in two milliseconds and a large test runner in twenty. Arguments are options,
   * hex and our own file names and need no quotes.
   */
  const openssl = async (commands) => {
    const runs = commands.map((args) => ({ args, name: String(files++) }))
    const scripts = Array.from({ length: SHELLS }, (_, shell) =>
      runs
        .filter((_run, index) => index % SHELLS === shell)
        .map(
          ({ args, name }) =>
            `openssl ${args.join(' ')} >${name} 2>${name}.errors || : >${name}.failed`,
        ),
    )
    await Promise.all(
      scripts.map((lines) => execute('sh', [file(`${lines.join('\n')}\n:\n`)], { cwd: folder })),
    )
    return runs.map(({ name }) => ({
      printed: readFileSync(path.join(folder, name)),
      failed: existsSync(path.join(folder, `${name}.failed`)),
    }))
  }
  const keyFiles = new Map()
  const keyFile = (publicKey) => {
    if (!keyFiles.has(publicKey)) keyFiles.set(publicKey, file(Buffer.from(publicKey, 'base64')))
    return keyFiles.get(publicKey)
  }
  const server = file(keys.server.privateKeyPem)

  /** `dgst -verify` ignores bytes after the key's length; `pkeyutl` reads the whole signature. */
  const verification = ({ key, form = 'DER', text, signature }) => [
    'pkeyutl',
    '-verify',
    '-pubin',
    '-inkey',
    key,
    '-keyform',
    form,
    '-rawin',
    '-digest',
    'sha256',
    '-sigfile',
    file(Buffer.from(signature, 'base64')),
    '-in',
    file(text),
  ]
  // Only this message means success.
  const verified = ({ printed }) => printed.includes('Signature Verified Successfully')
  const decryption = ({ key, iv, encrypted }) => [
    'enc',
    '-d',
    '-aes-256-cbc',
    '-K',
    key,
    '-iv',
    iv,
    '-in',
    file(encrypted),
  ]

  const byKey = new Map(['client1024', 'client2048'].map((name) => [keys[name].publicKey, name]))
  const signatures = [
    ...read('signing.json').map(({ name, key, stringToSign, signature }) => ({
      name,
      publicKey: keys[key].publicKey,
      text: stringToSign,
      signature,
    })),
    ...read('device-check.json').map(({ name, publicKey, stringToSign, signature }) => ({
      name,
      publicKey,
      text: stringToSign,
      signature,
    })),
    ...read('login.json').flatMap(({ name, key, initSignString, initSign }) =>
      key
        ? [{ name, publicKey: keys[key].publicKey, text: initSignString, signature: initSign }]
        : [],
    ),
  ]
  const logins = read('login.json')
  const forgeries = read('refusals.json').filter(({ name }) => name.startsWith('signature, '))
  const claims = read('config-refusals.json').filter(({ name }) =>
    name.startsWith('issuer signature, '),
  )

  // The command zero-pads keys and IVs of other sizes, so it cannot check those cases.
  const ciphers = read('aes-cbc.json').filter(
    ({ flags }) => !flags.includes('KeySize') && !flags.includes('IvSize'),
  )

  const encryptedParts = ({ bodyCiphertext }) =>
    bodyCiphertext.split('.').map((part) => Buffer.from(part, 'base64'))
  const [issuerKey, ...first] = await openssl([
    ['x509', '-noout', '-pubkey', '-in', file(keys.issuers.current.certificatePem)],
    ...logins.map((login) => [
      'pkeyutl',
      '-decrypt',
      '-inkey',
      server,
      '-in',
      file(encryptedParts(login)[0]),
    ]),
    ...claims.map(({ serverPublicKey }) => ['dgst', '-md5', '-r', file(serverPublicKey)]),
  ])
  const issuer = file(issuerKey.printed)
  const loginKeys = first.slice(0, logins.length).map(({ printed }) => printed.toString('hex'))
  const digests = first.slice(logins.length).map(({ printed }) => printed.toString().slice(0, 32))

  /** Each command with its expected result. */
  const jobs = [
    ...signatures.map(({ name, publicKey, ...signed }) => ({
      name,
      args: verification({ key: keyFile(publicKey), ...signed }),
      isExpected: verified,
    })),
    ...logins.map((login, index) => {
      const [, iv, encrypted] = encryptedParts(login)
      return {
        name: login.name,
        args: decryption({ key: loginKeys[index], iv: iv.toString('hex'), encrypted }),
        isExpected: ({ printed, failed }) =>
          !failed && printed.toString('utf8') === login.plaintext,
      }
    }),
    ...forgeries.map(({ name, request: { headers, path: pathname, body } }) => {
      const text = [pathname, headers.tm.slice(0, 8), headers['trace-id'], body].join('\n')
      const publicKey = [...byKey.keys()].find((candidate) =>
        name.includes(keys[byKey.get(candidate)].algorithm),
      )
      return {
        name,
        args: verification({ key: keyFile(publicKey), text, signature: headers['device-sign'] }),
        isExpected: (run) => !verified(run),
      }
    }),
    ...claims.map(({ name, serverPublicKeySign }, index) => ({
      name,
      args: verification({
        key: issuer,
        form: 'PEM',
        text: digests[index],
        signature: serverPublicKeySign,
      }),
      isExpected: (run) => !verified(run),
    })),
    ...ciphers.map(({ comment, key, iv, ct, msg, result }) => ({
      name: comment,
      args: decryption({ key, iv, encrypted: Buffer.from(ct, 'hex') }),
      isExpected: ({ printed, failed }) =>
        result === 'valid' ? !failed && printed.toString('hex') === msg : failed,
    })),
  ]
  const runs = await openssl(jobs.map(({ args }) => args))
  for (const [index, { name, isExpected }] of jobs.entries())
    if (!isExpected(runs[index])) throw new Error(`openssl disagrees about "${name}"`)
  return {
    signatures: signatures.length,
    logins: logins.length,
    forgeries: forgeries.length + claims.length,
    ciphers: ciphers.length,
  }
}
