import { reserveMessage } from '@x/reserves'
import type { Clock } from '@x/kit'
import type { Database } from '../../../platform/db/Database.ts'
import { recoverSigner } from '../../third-party-login/ports/ethereum.ts'
import { latestReport } from '../queries.ts'
import { prefixOf, recoverKeyAddress } from './recoverKeyAddress.ts'

/** An address of the latest snapshot that has not shown whose it is. */
export interface UnsignedAddress {
  readonly address: string
  /** What its key signs: EIP-191, of a UTXO network BIP-137. */
  readonly text: string
}

/** Signatures that are made elsewhere: the key of a cold address is nowhere here (wallet 7). */
export interface Attestations {
  unsigned(): Promise<readonly UnsignedAddress[]>
  /** What came of it. @throws RangeError for a signature of another key or text */
  attest(given: {
    readonly address: string
    readonly signature: string
    readonly operator: string
  }): Promise<string>
}

const EVM = /^0x[0-9a-f]{40}$/i

export function createAttestations({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
}): Attestations {
  async function unsigned(): Promise<readonly UnsignedAddress[]> {
    const report = await latestReport(db)
    if (!report) return []
    const text = reserveMessage(report.statement)
    const open = report.addresses.filter(
      ({ address, signature }) =>
        signature === null && (EVM.test(address) || prefixOf(address) !== undefined),
    )
    return [...new Set(open.map(({ address }) => address))].map((address) => ({ address, text }))
  }

  return {
    unsigned,
    async attest({ address, signature, operator }) {
      const report = await latestReport(db)
      const found = (await unsigned()).find((each) => each.address === address)
      if (!report || !found) throw new RangeError('This address waits for no signature.')
      const prefix = prefixOf(address)
      const signer =
        prefix === undefined
          ? recoverSigner(found.text, { signature })
          : recoverKeyAddress(found.text, { signature, prefix })
      if (signer !== address.toLowerCase())
        throw new RangeError('The signature is of another key or of another text.')
      await db.query(
        `insert into reserve_attestation (snapshot_id, address, signature, operator, at)
          values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [report.statement.snapshotId, address, signature, operator, clock.now()],
      )
      return `attested ${found.text}`
    },
  }
}
