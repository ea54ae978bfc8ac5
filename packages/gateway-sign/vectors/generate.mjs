import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keys } from './make/material.mjs'
import { deviceChecks } from './make/deviceChecks.mjs'
import { loginRefusals } from './make/loginRefusals.mjs'
import { logins } from './make/logins.mjs'
import { refusals } from './make/refusals.mjs'
import { signings } from './make/signings.mjs'

const files = {
  'signing.json': signings(),
  'login.json': logins(),
  'device-check.json': deviceChecks(),
  'refusals.json': refusals(),
  'login-refusals.json': loginRefusals(),
}

const isCheck = process.argv.includes('--check')
for (const [name, cases] of Object.entries(files)) {
  const url = new URL(name, import.meta.url)
  const text = `${JSON.stringify(cases, null, 1)}\n`
  if (!isCheck) writeFileSync(url, text)
  else if (readFileSync(url, 'utf8') !== text) throw new Error(`${name} is not what the generator writes`)
  console.log(`${name}: ${cases.length} cases`)
}
if (isCheck) checkWithOpenssl()

/** The same files again, by a program that shares no line with Node's JavaScript. */
function checkWithOpenssl() {
  const folder = mkdtempSync(join(tmpdir(), 'gs1-'))
  const file = (name, bytes) => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const verify = (publicKey, { text, signature }) => {
    const key = file('key.der', Buffer.from(publicKey, 'base64'))
    const args = ['dgst', '-sha256', '-verify', key, '-keyform', 'DER', '-signature', file('sign', Buffer.from(signature, 'base64')), file('text', text)]
    if (!execFileSync('openssl', args).toString().includes('Verified OK')) throw new Error('openssl does not verify a signature')
  }
  const decrypt = ({ bodyCiphertext }) => {
    const [wrapped, iv, sealed] = bodyCiphertext.split('.').map((part) => Buffer.from(part, 'base64'))
    const key = execFileSync('openssl', ['pkeyutl', '-decrypt', '-inkey', file('server.pem', keys.server.privateKeyPem), '-in', file('wrapped', wrapped)])
    return execFileSync('openssl', ['enc', '-d', '-aes-256-cbc', '-K', key.toString('hex'), '-iv', iv.toString('hex'), '-in', file('sealed', sealed)]).toString()
  }
  let signatures = 0
  for (const { publicKey, stringToSign: text, signature } of files['signing.json']) signatures += 1 + (verify(publicKey, { text, signature }) ?? 0)
  for (const { publicKey, stringToSign: text, signature } of files['device-check.json']) signatures += 1 + (verify(publicKey, { text, signature }) ?? 0)
  for (const login of files['login.json']) {
    if (decrypt(login) !== login.plaintext) throw new Error(`openssl decrypts something else: ${login.name}`)
    if (login.publicKey) signatures += 1 + (verify(login.publicKey, { text: login.initSignString, signature: login.initSign }) ?? 0)
  }
  rmSync(folder, { recursive: true })
  console.log(`openssl: ${signatures} signatures verified, ${files['login.json'].length} log-ins decrypted`)
}
