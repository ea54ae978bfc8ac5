import type { ReservesReport } from '@x/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import type { Database } from '../../platform/db/Database.ts'
import { openTestDatabase } from '../../testing/openTestDatabase.ts'
import { createAttestations } from './ports/attestations.ts'
import { latestReport, writeSnapshot } from './queries.ts'

const cold = privateKeyToAccount(`0x${'33'.repeat(32)}`)
const other = privateKeyToAccount(`0x${'44'.repeat(32)}`)
const address = cold.address.toLowerCase()
const root = 'ab'.repeat(32)

const report = (snapshotId: string): ReservesReport =>
  ({
    statement: { snapshotId, root, leaves: 1 },
    at: 5,
    addresses: [
      { network: 'evm-a', address, asset: 'ETH', amount: '1', signature: null },
      { network: 'evm-a', address, asset: 'USDT', amount: '2', signature: null },
      { network: 'evm-a', address: '0xhot', asset: 'ETH', amount: '3', signature: '0xsigned' },
      { network: 'ltc', address: 'rltc1qown', asset: 'LTC', amount: '4', signature: null },
    ],
  }) as unknown as ReservesReport

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

describe('the signature of a cold address (wallet 7)', () => {
  const attestations = () => createAttestations({ db, clock: { now: () => 7 } })
  const attest = (signature: string, of = address) =>
    attestations().attest({ address: of, signature, operator: 'first' })

  it('is asked for only where there is a snapshot', async () => {
    expect(await attestations().unsigned()).toEqual([])
    await expect(attest('0x')).rejects.toThrow('waits for no signature')
  })

  it('is taken from its own key, over the root of the snapshot', async () => {
    await writeSnapshot(db, { report: report('2026-11-22T00:00:00Z'), proofs: [] })
    const [wanted] = await attestations().unsigned()
    expect(wanted).toEqual({ address, text: `X reserves 2026-11-22T00:00:00Z ${root}` })
    const message = wanted?.text ?? ''
    for (const signature of [
      await other.signMessage({ message }),
      await cold.signMessage({ message: `${message}0` }),
      '0x',
    ])
      await expect(attest(signature)).rejects.toThrow('another key')
    for (const of of ['0xhot', 'rltc1qown'])
      await expect(attest(await cold.signMessage({ message }), of)).rejects.toThrow('waits for')
    const signature = await cold.signMessage({ message })
    expect(await attest(signature)).toBe(`attested ${message}`)
    expect((await latestReport(db))?.addresses.map((each) => each.signature)).toEqual([
      signature,
      signature,
      '0xsigned',
      null,
    ])
    expect(await attestations().unsigned()).toEqual([])
  })

  it('does not carry over to the next snapshot', async () => {
    await writeSnapshot(db, { report: report('2026-11-23T00:00:00Z'), proofs: [] })
    expect(await attestations().unsigned()).toHaveLength(1)
  })
})
