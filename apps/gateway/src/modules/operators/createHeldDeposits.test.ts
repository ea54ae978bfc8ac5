import { createManualClock } from '@x/kit/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import type { DepositReturn } from '../withdrawals/ports/DepositReturns.ts'
import { createHeldDeposits, type HeldDecision } from './createHeldDeposits.ts'

interface Sighting {
  readonly txHash?: string
  readonly ordinal?: number
  readonly userId?: string | null
  readonly asset?: string
  readonly amount?: string
  readonly state?: string
  readonly reason?: string
  readonly createdAt?: number
}
/** What the wallet was asked to credit, and what to send back. */
interface Done {
  readonly network: string
  readonly key: string
  readonly amount: bigint
  readonly returned?: DepositReturn
}

const clock = createManualClock(5_000)
let db: Database
let done: Done[] = []
let failure: Error | undefined
beforeAll(async () => void (db = await openTestDatabase()))
afterAll(() => db.close())
beforeEach(async () => {
  done = []
  failure = undefined
  await db.query('delete from deposit_decision')
  await db.query('delete from deposit_sighting')
})

const open = () => {
  let returned: DepositReturn | undefined
  return createHeldDeposits({
    db,
    clock,
    networks: {
      async credit(network, { key, amount, giveBack }) {
        if (failure) throw failure
        returned = undefined
        giveBack?.()
        done.push({ network, key, amount, ...(returned ? { returned } : {}) })
        await db.query("update deposit_sighting set state = 'credited' where network = $1", [
          network,
        ])
      },
    },
    returns: {
      async addressOf({ address }) {
        if (!address.startsWith('0x')) throw new RangeError('The address is not one.')
        return address.toLowerCase()
      },
      run(wanted) {
        returned = wanted
        return '77'
      },
    },
  })
}

/** 100 USDT, seen on chain and held. */
const see = ({
  txHash = '0xaa',
  ordinal = 0,
  userId = 'u1',
  asset = 'USDT',
  amount = '10000000000',
  state = 'held',
  reason = 'risk',
  createdAt = 1,
}: Sighting = {}) =>
  db.query(
    `insert into deposit_sighting (network, tx_hash, ordinal, address, user_id, asset, units,
      amount, state, reason, created_at, updated_at)
     values ('evm-a', $1, $2, '0x1', $3, $4, $5, $5, $6, $7, $8, $8)`,
    [txHash, ordinal, userId, asset, amount, state, reason, createdAt],
  )

const credit = (operator: string, changes: Partial<HeldDecision> = {}): HeldDecision => ({
  key: 'evm-a:0xaa:0',
  verb: 'credit',
  amount: '',
  address: '',
  operator,
  ...changes,
})
const giveBack = (operator: string, changes: Partial<HeldDecision> = {}) =>
  credit(operator, { verb: 'return', address: '0xAB', ...changes })

describe('the list of held deposits', () => {
  it('has the held before the ignored, each the oldest first', async () => {
    await see({ txHash: '0x1', state: 'ignored', createdAt: 1 })
    await see({ txHash: '0x2', createdAt: 3 })
    await see({ txHash: '0x3', createdAt: 2 })
    await see({ txHash: '0x4', state: 'ignored', createdAt: 0 })
    const keys = (await open().list()).map(({ key }) => key)
    expect(keys).toEqual(['evm-a:0x3:0', 'evm-a:0x2:0', 'evm-a:0x4:0', 'evm-a:0x1:0'])
  })

  it.each(['seen', 'confirming', 'credited', 'contested', 'final'])(
    'leaves out what is %s',
    async (state) => {
      await see({ state })
      expect(await open().list()).toEqual([])
    },
  )

  it('says what a person needs to know', async () => {
    await see({ amount: '150000000' })
    expect(await open().list()).toEqual([
      {
        key: 'evm-a:0xaa:0',
        network: 'evm-a',
        txHash: '0xaa',
        userId: 'u1',
        asset: 'USDT',
        amount: '1.5 USDT',
        state: 'held',
        reason: 'risk',
        isListed: true,
        wanted: undefined,
      },
    ])
  })

  it('shows units of an asset that no ledger has', async () => {
    await see({ asset: '0xtoken', amount: '150000000' })
    expect(await open().list()).toMatchObject([{ amount: '150000000', isListed: false }])
  })

  it('lists no asset called like a property of objects', async () => {
    await see({ asset: 'constructor' })
    expect(await open().list()).toMatchObject([{ isListed: false }])
  })

  it('says who wants what', async () => {
    await see()
    const held = open()
    await held.decide(giveBack('ann', { amount: '40' }))
    expect(await held.list()).toMatchObject([{ wanted: 'ann: return 40 USDT to 0xab' }])
  })
})

describe('a credit', () => {
  beforeEach(() => see())

  it('happens once two operators want the same', async () => {
    const held = open()
    expect(await held.decide(credit('ann'))).toBe(
      'proposed: credit 100 USDT; another operator must want the same',
    )
    expect(done).toEqual([])
    expect(await held.decide(credit('bob'))).toBe('done: credit 100 USDT')
    expect(done).toEqual([{ network: 'evm-a', key: 'evm-a:0xaa:0', amount: 10_000_000_000n }])
  })

  it('never happens by one operator alone, however often', async () => {
    const held = open()
    for (let time = 0; time < 3; time++)
      expect(await held.decide(credit('ann'))).toContain('proposed')
    expect(done).toEqual([])
  })

  it('counts an amount that is written otherwise as the same', async () => {
    const held = open()
    await held.decide(credit('ann', { amount: '100.00' }))
    expect(await held.decide(credit('bob', { amount: ' 100 ' }))).toBe('done: credit 100 USDT')
  })

  it('waits for a third where the second wants another amount', async () => {
    const held = open()
    await held.decide(credit('ann', { amount: '100' }))
    expect(await held.decide(credit('bob', { amount: '60' }))).toContain('proposed')
    // What ann wanted is gone: she seconds what bob wants now.
    expect(await held.decide(credit('ann', { amount: '100' }))).toContain('proposed')
    expect(await held.decide(credit('cat', { amount: '100' }))).toBe('done: credit 100 USDT')
    expect(done).toMatchObject([{ amount: 10_000_000_000n }])
  })

  it('is not seconded by who wants it returned', async () => {
    const held = open()
    await held.decide(credit('ann'))
    expect(await held.decide(giveBack('bob'))).toContain('proposed: return')
    expect(done).toEqual([])
  })

  it('happens once for two operators who decide at the same moment', async () => {
    const held = open()
    await held.decide(credit('ann'))
    const answers = await Promise.allSettled([
      held.decide(credit('bob')),
      held.decide(credit('cat')),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(done).toHaveLength(1)
  })

  it('may be asked for again after it failed, by the second alone', async () => {
    const held = open()
    await held.decide(credit('ann'))
    failure = new Error('The network is paused.')
    await expect(held.decide(credit('bob'))).rejects.toThrow('paused')
    failure = undefined
    expect(await held.decide(credit('bob'))).toBe('done: credit 100 USDT')
  })

  it('leaves no proposal behind', async () => {
    const held = open()
    await held.decide(credit('ann'))
    await held.decide(credit('bob'))
    expect(await db.query('select * from deposit_decision')).toEqual([])
  })

  it.each(['0', '-1', '100.00000001', '101', '0.000000001', 'all', '1e1', '1,5', '0x10'])(
    'is refused with %s: no amount up to what was seen',
    async (amount) => {
      await expect(open().decide(credit('ann', { amount }))).rejects.toThrow('at most what was')
      expect(await db.query('select * from deposit_decision')).toEqual([])
    },
  )

  it.each(['0.00000001', '99.99999999', '100'])('may take %s', async (amount) => {
    expect(await open().decide(credit('ann', { amount }))).toContain(`credit ${amount} USDT`)
  })

  it.each([
    'evm-b:0xaa:0',
    'evm-a:0xab:0',
    'evm-a:0xaa:1',
    'evm-a:0xaa:',
    'evm-a:0xaa:-0',
    'evm-a:0xaa:0.0',
    'evm-a:0xaa:9999999999',
    'evm-a:0xaa',
    '',
  ])('is refused for %j: nothing like it is held', async (key) => {
    await expect(open().decide(credit('ann', { key }))).rejects.toThrow('no such held deposit')
  })
})

describe('a return', () => {
  it('goes to the address as written, as a named withdrawal', async () => {
    await see()
    const held = open()
    expect(await held.decide(giveBack('ann', { amount: '40' }))).toContain('40 USDT to 0xab')
    expect(await held.decide(giveBack('bob', { amount: '40' }))).toBe(
      'done: return 40 USDT to 0xab, as withdrawal 77',
    )
    expect(done).toEqual([
      {
        network: 'evm-a',
        key: 'evm-a:0xaa:0',
        amount: 4_000_000_000n,
        returned: {
          userId: 'u1',
          network: 'evm-a',
          asset: 'USDT',
          key: 'evm-a:0xaa:0',
          atoms: 4_000_000_000n,
          address: '0xab',
        },
      },
    ])
  })

  it('is not seconded with another address', async () => {
    await see()
    const held = open()
    await held.decide(giveBack('ann'))
    expect(await held.decide(giveBack('bob', { address: '0xEF' }))).toContain('proposed')
    expect(done).toEqual([])
  })

  it('is refused where the address is none', async () => {
    await see()
    await expect(open().decide(giveBack('ann', { address: 'home' }))).rejects.toThrow('not one')
  })

  it('is refused for coins of the exchange itself', async () => {
    await see({ userId: null })
    await expect(open().decide(giveBack('ann'))).rejects.toThrow('sends nothing back to itself')
  })
})

describe('what no decision is about', () => {
  it('is a deposit that was credited meanwhile', async () => {
    await see({ state: 'credited' })
    await expect(open().decide(credit('ann'))).rejects.toThrow('no such held deposit')
  })

  it('is an asset that no ledger has', async () => {
    await see({ asset: '0xtoken' })
    await expect(open().decide(credit('ann'))).rejects.toThrow('not listed')
  })

  it('keeps a refusal from holding up the next decision', async () => {
    await see()
    const held = open()
    const refused = held.decide(credit('ann', { key: 'none' }))
    const taken = held.decide(credit('ann'))
    await expect(refused).rejects.toThrow('no such held deposit')
    expect(await taken).toContain('proposed')
  })
})
