import { expect, it } from 'vitest'
// @ts-expect-error a script without types, which must run without this package
import { checkWithOpenssl, opensslVersion } from '../vectors/openssl.mjs'

const version = (await (opensslVersion as () => Promise<string | null>)()) ?? ''

it.skipIf(version === '')(
  `OpenSSL confirms the vectors (${version || 'skipped: no openssl command'}) (wire 2, wire 4)`,
  async () => {
    const { signatures, logins, forgeries, ciphers } = await (
      checkWithOpenssl as () => Promise<
        Record<'signatures' | 'logins' | 'forgeries' | 'ciphers', number>
      >
    )()
    expect(signatures + logins).toBeGreaterThanOrEqual(400)
    expect(forgeries).toBeGreaterThanOrEqual(200)
    expect(ciphers).toBeGreaterThanOrEqual(300)
  },
)
