import { expect, it } from 'vitest'
// @ts-expect-error a script without types, which must run without this package
import { checkWithOpenssl, opensslVersion } from '../vectors/openssl.mjs'

const version = (await (opensslVersion as () => Promise<string | null>)()) ?? ''

it.skipIf(version === '')(
  `wire 2 and wire 4 vectors are what OpenSSL makes of them (${version || 'skipped: there is no openssl command on this machine'})`,
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
