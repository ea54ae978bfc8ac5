/** A network at the block that its reserves were counted at. */
export interface StatementHeight {
  readonly network: string
  readonly height: number
  readonly hash: string
}

/**
 * What the operator publishes about one moment. Amounts are atoms, as decimal text; `sums` has one
 * for each asset, in the order of `assets`.
 */
export interface Statement {
  /** The moment in UTC to the second: `2026-11-22T00:00:00Z`. */
  readonly snapshotId: string
  /** Sorted. */
  readonly assets: readonly string[]
  /** Decimals of each asset, at most 36: 8 for one of which a coin has 10^8 atoms. */
  readonly scales: readonly number[]
  /** Hash of the root, 64 hex digits. */
  readonly root: string
  /** What all users together are owed. */
  readonly sums: readonly string[]
  readonly leaves: number
  /** Position of the journal that the balances were read at. */
  readonly journal: number
  readonly heights: readonly StatementHeight[]
  /** Root of the statement before; `null`: this is the first. */
  readonly previousRoot: string | null
}

/**
 * The text that the operator signs: the fields in a fixed order, as JSON without spaces.
 * @param statement of a proof or of the operator's page
 */
export const statementText = (statement: Statement): string =>
  JSON.stringify({
    snapshotId: statement.snapshotId,
    assets: statement.assets,
    scales: statement.scales,
    root: statement.root,
    sums: statement.sums,
    leaves: statement.leaves,
    journal: statement.journal,
    heights: statement.heights.map(({ network, height, hash }) => ({ network, height, hash })),
    previousRoot: statement.previousRoot,
  })

/**
 * The message that each address of the reserves signs.
 * @param statement whose moment and root the message names
 */
export const reserveMessage = ({
  snapshotId,
  root,
}: Pick<Statement, 'snapshotId' | 'root'>): string => `X reserves ${snapshotId} ${root}`
