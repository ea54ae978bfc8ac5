import { createManualClock } from '@x/kit/testing'
import { describe, expect, it } from 'vitest'
import { createMemoryTtlStore } from '../../platform/ttl-store/createMemoryTtlStore.ts'
import { createDemoIdentityProvider } from '../demo-identity-provider/module.ts'
import { createThirdPartyProviders } from './createThirdPartyProviders.ts'
import { offeredThirdParties } from './offeredThirdParties.ts'
import type { ThirdPartySettings } from './thirdPartySettings.ts'

const clock = createManualClock()
const store = createMemoryTtlStore({ clock })
const offered = (
  settings: ThirdPartySettings,
  { isDevelopment, publicOrigin }: { isDevelopment: boolean; publicOrigin?: string },
) => {
  const demoProvider = isDevelopment
    ? createDemoIdentityProvider({
        clock,
        store,
        random: { bytes: (length) => new Uint8Array(length).fill(7) },
      })
    : undefined
  const providers = {
    ...demoProvider?.providers,
    ...createThirdPartyProviders({ settings, store, clock }),
  }
  return offeredThirdParties({ isDevelopment, publicOrigin }, { demoProvider, providers })
}
const sorted = ({ thirdParties, standins }: ReturnType<typeof offered>) => [
  thirdParties.toSorted(),
  standins.toSorted(),
]

describe('third parties that a page may offer', () => {
  it('are all stood in for on a machine that has no registration', () => {
    const all = ['apple', 'google', 'tg', 'wallet']
    expect(sorted(offered({}, { isDevelopment: true }))).toEqual([all, all])
  })
  it('a registration takes the place of its stand-in only', () => {
    expect(sorted(offered({ googleClientId: 'ours' }, { isDevelopment: true }))).toEqual([
      ['apple', 'google', 'tg', 'wallet'],
      ['apple', 'tg', 'wallet'],
    ])
  })
  it('offers registered providers in production, wallets only with a known origin', () => {
    expect(sorted(offered({ appleClientId: 'ours' }, { isDevelopment: false }))).toEqual([
      ['apple'],
      [],
    ])
    expect(
      sorted(offered({}, { isDevelopment: false, publicOrigin: 'https://trade.example' })),
    ).toEqual([['wallet'], []])
  })
})
