import { expect, it } from 'vitest'
import { listEndpoints } from '../contract.ts'
import { sockets } from '../streams.ts'
import { describeCloseCodes, describeEndpoints } from './endpointPages.ts'

const page = describeEndpoints()

it('gives every endpoint a section with its parameters', () => {
  for (const { endpoint } of listEndpoints()) {
    const section = page.split(`### ${endpoint.method} ${endpoint.path}\n`)[1]?.split('\n##')[0]
    for (const name of Object.keys(endpoint.request?.properties ?? {}))
      expect(section).toContain(`| \`${name}\``)
  }
})

it('names type, unit and default of an amount and a choice', () => {
  expect(page).toContain('| `size` | decimal | Size in `sizeUnit`, above zero. |')
  expect(page).toContain('| `timeInForce`? | `gtc`, `ioc`, `fok`, `post_only` | Default `ioc`')
})

it('lists every close code of every socket', () => {
  for (const { path, closeCodes } of Object.values(sockets))
    for (const [code, meaning] of Object.entries(closeCodes))
      expect(describeCloseCodes()).toContain(`| \`${path}\` | ${code} | ${meaning} |`)
})
