import { expect, it } from 'vitest'
import { createAccounts } from '../accounts/accounts.ts'
import { createFuturesState, openFuturesAccount } from '../state/futuresState.ts'
import { crossWallets } from './crossWallet.ts'
import { crossOwner } from './margin.ts'

it('answers the wallet that its name would find (futures 2)', () => {
  const accounts = createAccounts()
  const state = createFuturesState()
  const [live, paper] = (['live', 'paper'] as const).map((realm) =>
    openFuturesAccount(state, { realm, userId: '7' }),
  )
  for (const asset of ['USDT', 'BTC'])
    for (const account of [live!, paper!]) {
      const wallet = crossWallets(accounts, asset)(account)
      expect(wallet).toBe(accounts.of(account.realm, crossOwner('7'), asset))
      expect(crossWallets(accounts, asset)(account)).toBe(wallet)
    }
})

it('keeps the wallets of two states apart (futures 2)', () => {
  const account = openFuturesAccount(createFuturesState(), { realm: 'live', userId: '7' })
  const [one, other] = [createAccounts(), createAccounts()]
  crossWallets(one, 'USDT')(account).balance += 5n
  expect(crossWallets(other, 'USDT')(account).balance).toBe(0n)
})
