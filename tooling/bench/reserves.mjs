// Building the tree of a proof of reserves of 20,000 users: CPU a leaf with two assets, as in the
// vector, and with fifteen, as an exchange has them; and the verification of one proof of that.
import { randomBytes } from 'node:crypto'
import { buildTree } from '../../packages/reserves/src/server/buildTree.ts'
import { verifyProof } from '../../packages/reserves/src/verifyProof.ts'
import { atMost } from './calibration.mjs'
import { cost, costOf, kb, ms, us } from './measure.mjs'

const USERS = 20_000
const FEW = 2
const ASSETS = 15
const BAR_LEAF_MS = 0.02
const BAR_PROOF_MS = 100
const BAR_PROOF_BYTES = 60 * 1024
const SNAPSHOT = '2026-11-22T00:00:00Z'

export async function bench({ factor }) {
  const small = measureTree(FEW)
  const { tree, liabilities, perLeaf } = measureTree(ASSETS)
  const proof = proofOf(tree, liabilities)
  const { cpu } = await cost(() => verifyProof(proof), { calls: 3, rounds: 5 })
  const bytes = Buffer.byteLength(JSON.stringify(proof))
  return [
    {
      what: `a leaf of ${FEW} assets`,
      who: '@x/reserves',
      measured: `${us(small.perLeaf)} CPU`,
      ...atMost(small.perLeaf, { limit: BAR_LEAF_MS, factor, format: us }),
    },
    {
      what: `a leaf of ${ASSETS} assets, of ${tree.leaves}`,
      who: '@x/reserves',
      measured: `${us(perLeaf)} CPU`,
    },
    {
      what: 'verification of a proof of eight pieces',
      who: '@x/reserves',
      measured: `${ms(cpu)} CPU`,
      ...atMost(cpu, { limit: BAR_PROOF_MS, factor, format: ms }),
    },
    {
      what: 'that proof',
      who: '@x/reserves',
      measured: kb(bytes),
      bar: `<= ${kb(BAR_PROOF_BYTES)}`,
      holds: bytes <= BAR_PROOF_BYTES,
    },
  ]
}

function measureTree(assets) {
  const liabilities = Array.from({ length: USERS }, (_, n) => ({
    name: String(n),
    secret: randomBytes(32),
    amounts: Array.from({ length: assets }, (_, asset) => BigInt(n) * 10n ** BigInt(asset)),
  }))
  let tree
  const whole = costOf(() => (tree = buildTree({ snapshotId: SNAPSHOT, assets, liabilities })), {
    calls: 1,
    rounds: 3,
    warmUp: 1,
  })
  return { tree, liabilities, perLeaf: whole / tree.leaves }
}

/** Of a user with as many pieces as there can be. */
function proofOf(tree, liabilities) {
  const owner = liabilities.find(({ name }) => tree.piecesOf(name)?.length === 8)
  return {
    format: 'POR-1',
    statement: {
      snapshotId: SNAPSHOT,
      assets: Array.from({ length: ASSETS }, (_, n) => `A${String(n).padStart(2, '0')}`),
      scales: Array.from({ length: ASSETS }, () => 8),
      root: tree.root,
      sums: tree.sums.map(String),
      leaves: tree.leaves,
      journal: 1,
      heights: [],
      previousRoot: null,
    },
    secret: Buffer.from(owner.secret).toString('hex'),
    pieces: tree.piecesOf(owner.name),
  }
}
