import { describe, expect, it } from 'vitest'
import { accountViews } from './createTransferService.ts'
import type { TransferAccount } from './queries.ts'

const account = (userId: string, more: Partial<TransferAccount> = {}): TransferAccount => ({
  userId,
  parentId: userId === 'main' ? null : 'main',
  label: userId,
  isFrozen: false,
  ...more,
})
const family = [account('main'), account('first'), account('second', { isFrozen: true })]
const asked: string[] = []
const assetsOf = (userId: string) => {
  asked.push(userId)
  return []
}
const views = (userId: string) => accountViews(family, { userId, main: 'main', assetsOf })

describe('the accounts that a transfer may name', () => {
  it('show the main account all of them with their assets', () => {
    expect(views('main')).toEqual([
      { userId: 'main', isMain: true, label: 'main', isFrozen: false, assets: [] },
      { userId: 'first', isMain: false, label: 'first', isFrozen: false, assets: [] },
      { userId: 'second', isMain: false, label: 'second', isFrozen: true, assets: [] },
    ])
  })

  it('show a sub-account itself and the main account without assets', () => {
    asked.length = 0
    expect(views('first')).toEqual([
      { userId: 'main', isMain: true, label: 'main', isFrozen: false, assets: null },
      { userId: 'first', isMain: false, label: 'first', isFrozen: false, assets: [] },
    ])
    expect(asked).toEqual(['first'])
  })
})
