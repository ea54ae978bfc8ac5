import { readFileSync, writeFileSync } from 'node:fs'
import { aesCbcCases } from './make/aesCbc.mjs'
import { configRefusals } from './make/configRefusals.mjs'
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
  'config-refusals.json': configRefusals(),
  'aes-cbc.json': aesCbcCases(),
}

const isCheck = process.argv.includes('--check')
for (const [name, cases] of Object.entries(files)) {
  const url = new URL(name, import.meta.url)
  // One case per line, so that a diff shows the changed case.
  const text = `[\n${cases.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`
  if (!isCheck) writeFileSync(url, text)
  else if (readFileSync(url, 'utf8') !== text)
    throw new Error(`${name} differs from the generator's output`)
  console.log(`${name}: ${cases.length} cases`)
}
if (isCheck) {
  const { checkWithOpenssl } = await import('./openssl.mjs')
  console.log('openssl agrees:', await checkWithOpenssl())
}
