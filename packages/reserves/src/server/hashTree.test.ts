import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AMOUNT_LIMIT, record } from '../encoding.ts'
import { isReservesError } from '../ReservesError.ts'
import { sidesOf } from '../verifyProof.ts'
import { cutIntoPieces, shuffle } from './cutIntoPieces.ts'
import { createRandomBelow } from './createRandomBelow.ts'
import { hashTree } from './hashTree.ts'
import { hashLeaf, treeOf } from './treeOf.ts'

interface Node {
  readonly hash: Buffer
  readonly sums: readonly bigint[]
}
const leaf = (fill: number, sums: readonly bigint[]): Node => ({
  hash: Buffer.alloc(32, fill),
  sums,
})
const bytesOf = ({ hash, sums }: Node): Buffer =>
  Buffer.concat([
    hash,
    ...sums.map((sum) => Buffer.from(sum.toString(16).padStart(32, '0'), 'hex')),
  ])
const leavesOf = (nodes: readonly Node[]): Uint8Array =>
  Uint8Array.from(Buffer.concat(nodes.map(({ hash, sums }) => Buffer.from(record(hash, sums)))))

/** The tree as its definition says, level by level, with lists. */
function plainRoot(nodes: readonly Node[]): Node {
  let level = nodes
  while (level.length > 1) {
    const above: Node[] = []
    for (let at = 0; at < level.length; at += 2) {
      const [left, right] = [level[at], level[at + 1]]
      if (!left) break
      above.push(
        right
          ? {
              hash: createHash('sha256')
                .update(Buffer.concat([Buffer.of(1), bytesOf(left), bytesOf(right)]))
                .digest(),
              sums: left.sums.map((sum, n) => sum + (right.sums[n] ?? 0n)),
            }
          : left,
      )
    }
    level = above
  }
  const [root] = level
  if (!root) throw new RangeError('There is no node.')
  return root
}
const codeOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return isReservesError(error) ? error.code : error
  }
}

describe('a tree of sums (POR-1)', () => {
  it('is its leaf where there is one', () => {
    const tree = hashTree(leavesOf([leaf(3, [7n])]), 1)
    expect(tree).toMatchObject({ leaves: 1, root: '03'.repeat(32), sums: [7n] })
    expect(tree.pathOf(0)).toEqual([])
  })

  it.each([2, 3, 4, 5, 6, 7, 8, 9, 16, 17])('agrees with a plain one of %i leaves', (count) => {
    const nodes = Array.from({ length: count }, (_, n) => leaf(n + 1, [BigInt(n), 2n ** 100n]))
    const tree = hashTree(leavesOf(nodes), 2)
    const plain = plainRoot(nodes)
    expect(tree.root).toBe(plain.hash.toString('hex'))
    expect(tree.sums).toEqual(plain.sums)
  })

  it('leads each leaf to the root by its path', () => {
    const nodes = Array.from({ length: 7 }, (_, n) => leaf(n + 1, [BigInt(n * n)]))
    const tree = hashTree(leavesOf(nodes), 1)
    for (const [index, node] of nodes.entries()) {
      const sides = sidesOf(index, 7) ?? []
      const path = tree.pathOf(index)
      expect(path).toHaveLength(sides.length)
      let reached: Node = node
      for (const [level, { hash, sums }] of path.entries()) {
        const other = { hash: Buffer.from(hash, 'hex'), sums: sums.map(BigInt) }
        reached = plainRoot(sides[level] === 'left' ? [other, reached] : [reached, other])
      }
      expect(reached.hash.toString('hex')).toBe(tree.root)
    }
  })

  it('adds amounts of any size without a loss', () => {
    const amounts = fc.array(fc.bigInt(0n, AMOUNT_LIMIT / 8n - 1n), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(amounts, (list) => {
        const tree = hashTree(leavesOf(list.map((each, n) => leaf(n, [each]))), 1)
        expect(tree.sums).toEqual([list.reduce((sum, each) => sum + each, 0n)])
      }),
      { numRuns: 60 },
    )
  })

  it.each([
    [(1n << 32n) - 1n, 1n],
    [(1n << 64n) - 1n, 1n],
    [(1n << 96n) - 1n, 1n],
    [(1n << 96n) - 1n, (1n << 96n) - 1n],
  ])('carries from %d and %d into the next word', (a, b) => {
    expect(hashTree(leavesOf([leaf(1, [a]), leaf(2, [b])]), 1).sums).toEqual([a + b])
  })

  it('refuses a sum of 2^120, of any asset and level', () => {
    const half = AMOUNT_LIMIT / 2n
    const tree = (nodes: readonly Node[]) => codeOf(() => hashTree(leavesOf(nodes), 2).sums)
    expect(tree([leaf(1, [0n, half]), leaf(2, [0n, half - 1n])])).toEqual([0n, AMOUNT_LIMIT - 1n])
    expect(tree([leaf(1, [0n, half]), leaf(2, [0n, half])])).toBe('too-large')
    expect(tree([leaf(1, [half, 0n]), leaf(2, [0n, 0n]), leaf(3, [half, 0n])])).toBe('too-large')
  })

  it('refuses a tree of nothing', () => {
    expect(codeOf(() => hashTree(new Uint8Array(), 1))).toBe('no-accounts')
  })
})

describe('a tree of rows (RFC 6962)', () => {
  const row = (fill: number) => fill.toString(16).padStart(2, '0').repeat(32)
  const sha256 = (...parts: readonly string[]) =>
    createHash('sha256')
      .update(Buffer.from(parts.join(''), 'hex'))
      .digest('hex')

  it('hashes leaves and nodes apart', () => {
    expect(hashLeaf(row(5))).toBe(sha256('00', row(5)))
    expect(treeOf([row(1), row(2)]).root).toBe(sha256('01', row(1), row(2)))
    expect(treeOf([row(1)]).root).toBe(row(1))
  })

  it('takes an odd last one up unchanged', () => {
    const tree = treeOf([row(1), row(2), row(3)])
    expect(tree.root).toBe(sha256('01', sha256('01', row(1), row(2)), row(3)))
    expect(tree.pathOf(2)).toEqual([sha256('01', row(1), row(2))])
    expect(tree.pathOf(1)).toEqual([row(1), row(3)])
  })

  it.each(['', 'ab', row(1).toUpperCase().replace('01', 'AB'), `${row(1)}0`, 'zz'.repeat(32)])(
    'refuses the hash "%s"',
    (hex) => {
      expect(codeOf(() => hashLeaf(hex))).toBe('bad-hash')
      expect(codeOf(() => treeOf([row(1), hex]))).toBe('bad-hash')
    },
  )

  it('refuses to be of nothing', () => {
    expect(codeOf(() => treeOf([]))).toBe('no-accounts')
  })
})

describe('pieces of an amount (POR-1)', () => {
  it.each([
    [
      [0, 0],
      [0n, 0n, 100n],
    ],
    [
      [2 ** 31, 2 ** 30],
      [25n, 25n, 50n],
    ],
    [
      [2 ** 32 - 1, 2 ** 32 - 1],
      [99n, 0n, 1n],
    ],
  ])('are cut at the draws %j', (draws, pieces) => {
    const rest = [...draws]
    const random = (below: number) => {
      expect(below).toBe(2 ** 32)
      return rest.shift() ?? 0
    }
    expect(cutIntoPieces([100n], { count: 3, random }).flat()).toEqual(pieces)
  })

  it('add up, and none is below zero', () => {
    const amounts = fc.array(fc.bigInt(0n, AMOUNT_LIMIT - 1n), { minLength: 1, maxLength: 4 })
    const random = createRandomBelow()
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 8 }), (list, count) => {
        const pieces = cutIntoPieces(list, { count, random })
        expect(pieces).toHaveLength(count)
        for (const [n, amount] of list.entries())
          expect(pieces.reduce((sum, piece) => sum + (piece[n] ?? 0n), 0n)).toBe(amount)
        expect(pieces.flat().every((each) => each >= 0n)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('are one where one is wanted, without a draw', () => {
    const random = () => expect.fail('Nothing is to be drawn.')
    expect(cutIntoPieces([7n, 0n], { count: 1, random })).toEqual([[7n, 0n]])
  })
})

describe('a random order', () => {
  it('swaps from the end, with what the draws say', () => {
    const items = ['a', 'b', 'c', 'd']
    const asked: number[] = []
    shuffle(items, (below) => {
      asked.push(below)
      return 0
    })
    expect(asked).toEqual([4, 3, 2])
    // a<->d, then d<->c, then c<->b.
    expect(items).toEqual(['b', 'c', 'd', 'a'])
  })

  it('stays where every draw is the last place', () => {
    const items = [1, 2, 3]
    shuffle(items, (below) => below - 1)
    expect(items).toEqual([1, 2, 3])
  })

  it('has the same items, each once', () => {
    const items = Array.from({ length: 50 }, (_, n) => n)
    shuffle(items, createRandomBelow())
    expect(items.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n))
  })

  it('draws whole numbers below the one that is asked for', () => {
    const random = createRandomBelow()
    for (const below of [1, 2, 3, 2 ** 32, 2 ** 47])
      for (let count = 0; count < 50; count++) {
        const drawn = random(below)
        expect(Number.isInteger(drawn) && drawn >= 0 && drawn < below).toBe(true)
      }
  })
})
