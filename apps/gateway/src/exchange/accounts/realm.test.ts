import type { Realm as WireRealm } from '@x/api'
import { expectTypeOf, it } from 'vitest'
import type { Realm } from './accounts.ts'

it('has the realms of the contract', () => {
  expectTypeOf<Realm>().toEqualTypeOf<WireRealm>()
})
