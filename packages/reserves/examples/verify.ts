import { statementText, verifyProof } from '@x/reserves'
import { buildTree } from '@x/reserves/server'

// The operator: what each user is owed, in atoms of BTC and USDT, with a secret for each.
const snapshotId = '2026-11-22T00:00:00Z'
const secret = (byte: number) => new Uint8Array(32).fill(byte)
const tree = buildTree({
  snapshotId,
  assets: 2,
  liabilities: [
    { name: 'ann', secret: secret(1), amounts: [100_000_000n, 250_000_000_000n] },
    { name: 'bob', secret: secret(2), amounts: [0n, 100n] },
    { name: 'cleo', secret: secret(3), amounts: [5n, 0n] },
  ],
})
const statement = {
  snapshotId,
  assets: ['BTC', 'USDT'],
  scales: [8, 8],
  root: tree.root,
  sums: tree.sums.map(String),
  leaves: tree.leaves,
  journal: 42,
  heights: [],
  previousRoot: null,
}
console.log(statement.sums.join()) // 100000005,250000000100
console.log(JSON.parse(statementText(statement)).journal) // 42

// The user: a file from the operator, checked without asking the operator anything.
const proof = {
  format: 'POR-1',
  statement,
  secret: '02'.repeat(32),
  pieces: tree.piecesOf('bob'),
}
const verdict = await verifyProof(proof, { root: tree.root, expected: { USDT: 100n } })
console.log(verdict.isValid) // true

// A statement that owes less than the leaves say is found out by every user.
const forged = { ...proof, statement: { ...statement, sums: ['5', '100'] } }
const refused = await verifyProof(forged)
console.log(refused.isValid ? 'held' : refused.fault) // sums
