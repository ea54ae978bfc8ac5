import { readFileSync } from 'node:fs'
import { printMachine } from '@x/kit'
import { describe, expect, it } from 'vitest'
import deviceChecks from '../vectors/device-check.json' with { type: 'json' }
import loginRefusals from '../vectors/login-refusals.json' with { type: 'json' }
import logins from '../vectors/login.json' with { type: 'json' }
import refusals from '../vectors/refusals.json' with { type: 'json' }
import signings from '../vectors/signing.json' with { type: 'json' }
import { configTable } from './config/configMachine.ts'
import { ENCRYPTED_ENDPOINTS } from './login/encryptedEndpoints.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const readme = read('../README.md')
const protocol = read('../PROTOCOL.md')

describe('README', () => {
  it('shows the example that runs', () => {
    expect(readme).toContain(`\`\`\`ts\n${read('../examples/quickstart.ts').trim()}\n\`\`\``)
  })

  it('prints the machine as it is', () => {
    expect(readme.replace(' (`clientOpen: false`)', '')).toContain(printMachine(configTable))
  })

  it('counts the vectors as they are', () => {
    const total = [signings, logins, deviceChecks, refusals, loginRefusals].reduce((sum, cases) => sum + cases.length, 0)
    expect(readme).toContain(`${total} vectors`)
    expect(readme).toContain(`${loginRefusals.length} wrong log-in bodies`)
    expect(readme).toContain(`${refusals.filter(({ name }) => name.startsWith('signature: ')).length} forged signatures`)
    expect(readme).toContain(`${Object.keys(ENCRYPTED_ENDPOINTS).length} log-in endpoints`)
  })
})

describe('PROTOCOL', () => {
  it.each(signings.filter(({ name }) => /^[A-F] .*rsa1024/.test(name)))('prints worked example $name', ({ stringToSign, body, bytes, md5 }) => {
    const printed = stringToSign.slice(0, stringToSign.length - body.length).replaceAll('\n', '\\n')
    const row = protocol.split('\n').find((line) => line.includes(md5))
    expect(row).toContain(`\`${printed}\``)
    expect(row).toContain(body)
    expect(row).toContain(`| ${bytes} |`)
  })

  it('prints worked example G', () => {
    const text = logins[0]!.initSignString!
    expect(protocol).toContain(`\`${text.replaceAll('\n', '\\n')}\` | ${Buffer.byteLength(text)} |`)
  })
})
