import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { DecimalString, FieldText, nullable, pageOf, Timestamp, type ValueOf } from './schema.ts'

const Hash = Type.String({ description: 'SHA-256 in lower-case hex.' })
const Atoms = Type.String({ description: 'Smallest units of the asset.' })

/** What the exchange publishes about one moment. */
export const ReservesStatement = Type.Object({
  snapshotId: Type.String({ description: 'The moment in UTC to the second.' }),
  assets: Type.Array(Type.String()),
  scales: Type.Array(Type.Integer({ minimum: 0 })),
  root: Hash,
  sums: Type.Array(Atoms),
  leaves: Type.Integer({ minimum: 1 }),
  journal: Type.Integer({ minimum: 0 }),
  heights: Type.Array(
    Type.Object({
      network: Type.String(),
      height: Type.Integer({ minimum: 0 }),
      hash: Type.String(),
    }),
  ),
  previousRoot: nullable(Hash),
})
/**
 * What the exchange publishes about one moment (wallet 7): the root of the tree of all liabilities
 * and what they add up to, in atoms by asset.
 */
export type ReservesStatement = ValueOf<typeof ReservesStatement>

/** An asset of a snapshot. */
export const ReservesAsset = Type.Object({
  asset: Type.String(),
  owed: DecimalString,
  notCoins: DecimalString,
  reserves: nullable(DecimalString),
  ratio: nullable(DecimalString),
})
/**
 * An asset of a snapshot. `owed` is what all users have; `notCoins` is as much of it as came from
 * demonstration funds and the house account, which are no coins; `reserves` is what is on the
 * exchange's addresses, `null` where the asset is on no network that was counted; `ratio` is
 * reserves to the rest of what is owed, in percent.
 */
export type ReservesAsset = ValueOf<typeof ReservesAsset>

/** Coins of the exchange on one address. */
export const ReserveAddress = Type.Object({
  network: Type.String(),
  address: Type.String(),
  asset: Type.String(),
  amount: DecimalString,
  signature: nullable(Type.String()),
})
/**
 * Coins of the exchange on one address at the height of the statement. `signature` is that of the
 * address over `X reserves <snapshotId> <root>` (EIP-191; of LTC and BTC BIP-137); `null` where the
 * signer did not answer.
 */
export type ReserveAddress = ValueOf<typeof ReserveAddress>

/** The transaction that carries the statement of a snapshot. */
export const ReservesTransaction = Type.Object({
  network: Type.String(),
  txHash: Type.String(),
})
/**
 * The transaction whose data is the text of the statement: any node or block explorer of its
 * network shows it, and the exchange cannot change it.
 */
export type ReservesTransaction = ValueOf<typeof ReservesTransaction>

/** A snapshot as everybody may see it. */
export const ReservesReport = Type.Object({
  statement: ReservesStatement,
  signature: Type.String({ description: 'RSA-SHA256 over the text of the statement, base64.' }),
  publicKey: Type.String({ description: 'SubjectPublicKeyInfo, base64.' }),
  at: Timestamp,
  assets: Type.Array(ReservesAsset),
  addresses: Type.Array(ReserveAddress),
  transaction: Type.Optional(ReservesTransaction),
})
/**
 * A snapshot as everybody may see it, signed by the key of the gateway. `transaction` is there once
 * its block is final.
 */
export type ReservesReport = ValueOf<typeof ReservesReport>

/** A snapshot in the list of them. */
export const ReservesSnapshot = Type.Object({
  snapshotId: Type.String(),
  at: Timestamp,
  root: Hash,
  leaves: Type.Integer({ minimum: 1 }),
  transaction: Type.Optional(ReservesTransaction),
})
/** A snapshot in the list of them; `transaction` once its block is final. */
export type ReservesSnapshot = ValueOf<typeof ReservesSnapshot>

/** The proof of one user. */
export const ReservesProof = Type.Object({
  format: Type.Literal('POR-1'),
  statement: ReservesStatement,
  secret: Type.String({ description: 'The audit secret of the user in this snapshot, hex.' }),
  pieces: Type.Array(
    Type.Object({
      index: Type.Integer({ minimum: 0 }),
      amounts: Type.Array(Atoms),
      path: Type.Array(Type.Object({ hash: Hash, sums: Type.Array(Atoms) })),
    }),
  ),
})
/** The proof of one user, as `@x/reserves` verifies it. Who has it knows what the user is owed. */
export type ReservesProof = ValueOf<typeof ReservesProof>

/** The protection fund as everybody may see it. */
export const Protection = Type.Object({
  percent: DecimalString,
  balances: Type.Array(Type.Object({ asset: Type.String(), balance: DecimalString })),
})
/** The protection fund: the share of all fees that is set aside, and what the ledger has of it. */
export type Protection = ValueOf<typeof Protection>

/** Funds that were paid into the protection fund, or out of it. */
export const ProtectionMovement = Type.Object({
  movementId: Type.String(),
  at: Timestamp,
  asset: Type.String(),
  direction: Type.Union([Type.Literal('in'), Type.Literal('out')]),
  amount: DecimalString,
})
/** Funds that were paid into the protection fund, or out of it. */
export type ProtectionMovement = ValueOf<typeof ProtectionMovement>

const open = { method: 'GET', access: 'public', signing: 'none' } as const

/** Proof of reserves (wallet 7). */
export const reserves = {
  latest: endpoint({
    ...open,
    path: '/v1/reserves/latest',
    summary: 'The latest snapshot of what is owed and of what is there; null before the first.',
    response: nullable(ReservesReport),
    errors: [],
  }),
  history: endpoint({
    ...open,
    path: '/v1/reserves/history',
    summary: 'All snapshots, the latest first.',
    request: Type.Object({
      cursor: Type.Optional(FieldText),
      limit: Type.Optional(FieldText),
    }),
    response: pageOf(ReservesSnapshot),
    errors: [],
  }),
  protection: endpoint({
    ...open,
    path: '/v1/protection',
    summary: 'The protection fund: the share of fees that it gets, and its balances.',
    response: Protection,
    errors: [],
  }),
  protectionHistory: endpoint({
    ...open,
    path: '/v1/protection/history',
    summary: 'What was paid into the protection fund and out of it, the latest first.',
    request: Type.Object({
      cursor: Type.Optional(FieldText),
      limit: Type.Optional(FieldText),
    }),
    response: pageOf(ProtectionMovement),
    errors: [],
  }),
  proof: endpoint({
    method: 'GET',
    access: 'private',
    signing: '1',
    realms: ['live'],
    path: '/v1/reserves/proof',
    summary: 'The proof of the user in a snapshot; those of the latest three are kept.',
    request: Type.Object({
      snapshotId: Type.Optional(
        Type.String({ ...FieldText, description: 'Default: the latest snapshot.' }),
      ),
    }),
    response: ReservesProof,
    errors: ['40401'],
  }),
} as const
