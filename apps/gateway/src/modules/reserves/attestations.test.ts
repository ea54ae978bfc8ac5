import type { ReservesReport } from '@x/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { privateKeyToAccount } from 'viem/accounts'
import type { Database } from '../../platform/db/Database.ts'
import { createKeys } from '../../../../signer/src/keys.ts'
import { signText } from '../../../../signer/src/utxo.ts'
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
      ...(snapshotId < '2026-11-24' ? [] : [ofLitecoin]),
    ],
  }) as unknown as ReservesReport

const keys = createKeys(Buffer.alloc(32, 9)).utxo('ltc')
/** No key of the gateway's signer, which has another seed. */
const ofLitecoin = {
  network: 'ltc',
  address: keys.address(3, 'rltc'),
  asset: 'LTC',
  amount: '5',
  signature: null,
}

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

  it('is taken of a UTXO network too (BIP-137)', async () => {
    await writeSnapshot(db, { report: report('2026-11-24T00:00:00Z'), proofs: [] })
    const found = (await attestations().unsigned()).find(
      (each) => each.address === ofLitecoin.address,
    )
    const text = found?.text ?? ''
    const sign = (of: string, index: number, family: 'ltc' | 'btc' = 'ltc') =>
      signText(of, { family, key: keys.key(index) })
    for (const signature of [
      await sign(text, 4),
      await sign(`${text}0`, 3),
      await sign(text, 3, 'btc'),
      await cold.signMessage({ message: text }),
      '',
    ])
      await expect(attest(signature, ofLitecoin.address)).rejects.toThrow('another key')
    expect(await attest(await sign(text, 3), ofLitecoin.address)).toBe(`attested ${text}`)
  })
})
