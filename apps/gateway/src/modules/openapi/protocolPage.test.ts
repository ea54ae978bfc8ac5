import { readFileSync } from 'node:fs'
import { ENCRYPTED_ENDPOINTS } from '@x/gateway-sign'
import { expect, it } from 'vitest'
import encryptedRoutes from '../../testing/encryptedRoutes.json' with { type: 'json' }

const page = readFileSync(
  new URL('../../../../../packages/gateway-sign/PROTOCOL.md', import.meta.url),
  'utf8',
)
const rows = page.slice(page.indexOf('## 4.'), page.indexOf('## 5.')).match(/^\|.*$/gm) ?? []
const pathsIn = (text: string) =>
  [...text.matchAll(/`(\/[A-Za-z0-9/-]+)`/g)].map(([, tail = '']) =>
    tail.startsWith('/v1/') ? tail : `/v1/user${tail}`,
  )
/** The row says "the same three" of these. */
const alike = ['google', 'wallet', 'tg'].flatMap((provider) =>
  ['register', 'sign', 'check'].map((step) => `/v1/user/third/${provider}/${step}`),
)

it('lists exactly the endpoints that this gateway reads encrypted (wire 4, spec 7.10)', () => {
  expect([...pathsIn(rows.join()), ...alike].toSorted()).toEqual(encryptedRoutes)
})

it('marks what this gateway adds to the specification (wire 4, spec 7.10)', () => {
  const added = rows.filter((row) => row.startsWith('| added by the reference gateway |'))
  expect(pathsIn(added.join()).toSorted()).toEqual(
    encryptedRoutes.filter((path) => !Object.hasOwn(ENCRYPTED_ENDPOINTS, path)),
  )
})
