import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, appendFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  hexToString,
  parseTransaction,
  recoverMessageAddress,
  recoverTransactionAddress,
} from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { createSigner, type Signer } from './createSigner.ts'
import { createKeys } from './keys.ts'
import { openJournal } from './openJournal.ts'
import type { EvmPolicy, Policy } from './policy.ts'
import {
  approvalText,
  statementText,
  type Answer,
  type Request,
  type SignRequest,
  type StatementRequest,
  type WithdrawalRequest,
} from './protocol.ts'
import { openSeed, sealSeed } from './sealSeed.ts'
import { serve } from './serve.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'signer-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const SEED = Buffer.alloc(32, 7)
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
const TOKEN = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const keys = createKeys(SEED)
const approvers = ['ann', 'bob', 'eve'].map((name) => ({
  name,
  ...generateKeyPairSync('ed25519'),
}))
const rawKey = (at: number): string =>
  approvers[at]!.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')

const policyOf = (unapprovedMost: string, cold?: string): Policy => ({
  networks: {
    'evm-a': {
      chainId: 31_337,
      maxFeePerGas: '100000000000',
      gasLimitMost: '120000',
      gasMost: '1000000',
      statementFeesMost: '100000000000000',
      ...(cold === undefined ? {} : { cold }),
      assets: {
        ETH: { atomsPerUnit: '1', unapprovedMost, hourlyMost: '10000' },
        USDT: { contract: TOKEN, atomsPerUnit: '100', unapprovedMost, hourlyMost: '100000' },
      },
    },
  },
  approvers: { ann: rawKey(0), bob: rawKey(1) },
})

const withdrawal = (changes: Partial<WithdrawalRequest> = {}): WithdrawalRequest => ({
  kind: 'withdrawal',
  id: '1',
  bump: 0,
  network: 'evm-a',
  asset: 'ETH',
  address: ADDRESS,
  receive: '5000',
  fee: '10',
  approvals: [],
  gas: { limit: '21000', maxFeePerGas: '2000000000', maxPriorityFeePerGas: '1000000000' },
  mined: 0,
  ...changes,
})

const approved = (changes: Partial<WithdrawalRequest> = {}): WithdrawalRequest => {
  const request = withdrawal(changes)
  const approvals = approvers.slice(0, 2).map(({ name, privateKey }) => ({
    approver: name,
    signature: sign(null, Buffer.from(approvalText(request)), privateKey).toString('base64'),
  }))
  return { ...request, approvals }
}

let files = 0
function open({
  unapprovedMost = '0',
  file = `journal-${++files}`,
  now = (): number => 0,
  cold = undefined as string | undefined,
} = {}) {
  const journal = openJournal(path.join(dir, file))
  const policy = policyOf(unapprovedMost, cold)
  return { signer: createSigner({ keys, policy, journal, now }), journal, file }
}

const refusalOf = async (signer: Signer, request: SignRequest) => {
  const answer = await signer.answer(request)
  return 'refused' in answer ? answer.refused : '0'
}

const signedBy = (answer: Answer) => {
  if (!('signed' in answer)) throw new Error(JSON.stringify(answer))
  return answer.signed
}

describe('an address that shows it is ours (wallet 7)', () => {
  const root = 'ab'.repeat(32)
  const snapshotId = '2026-11-22T00:00:00Z'
  const ask = (changes: object) =>
    open().signer.answer({ kind: 'attest', snapshotId, root, index: null, ...changes } as Request)

  it('signs the fixed text as the hot and as a deposit address', async () => {
    for (const [index, address] of [
      [null, keys.hot],
      [3, keys.depositAddress(3)],
    ] as const) {
      const answer = await ask({ index })
      if (!('signature' in answer)) throw new Error(JSON.stringify(answer))
      const message = `X reserves ${snapshotId} ${root}`
      const signature = answer.signature as `0x${string}`
      expect(await recoverMessageAddress({ message, signature })).toBe(address)
    }
  })

  it.each([
    ['another text', { snapshotId: 'pay 5 ETH' }],
    ['a text behind the moment', { snapshotId: `${snapshotId} and more` }],
    ['a root of another length', { root: `${root}00` }],
    ['a root in upper case', { root: root.toUpperCase() }],
    ['no text', { root: 5 }],
    ['a negative index', { index: -1 }],
    ['an index that is text', { index: '1' }],
  ])('refuses to sign with %s', async (_, changes) => {
    expect(await ask(changes)).toEqual({ refused: 'malformed' })
  })
})

describe('a signed withdrawal (wallet 4)', () => {
  it('pays the address from the hot address, and nobody else', async () => {
    const { raw, nonce } = signedBy(await open().signer.answer(approved({ mined: 3 })))
    expect(nonce).toBe(3)
    expect(parseTransaction(raw as `0x02${string}`)).toMatchObject({
      chainId: 31_337,
      nonce: 3,
      to: ADDRESS.toLowerCase(),
      value: 5000n,
    })
    const from = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })
    expect(from).toBe(keys.hot)
  })

  it('pays tokens in units of the chain', async () => {
    const { raw } = signedBy(await open().signer.answer(approved({ asset: 'USDT' })))
    const { to, data, value } = parseTransaction(raw as `0x02${string}`)
    expect([to, value]).toEqual([TOKEN, undefined])
    expect(data?.startsWith('0xa9059cbb')).toBe(true)
    expect(BigInt(`0x${data?.slice(-64)}`)).toBe(50n)
  })

  it('has the same bytes for the same id, also after a restart', async () => {
    const first = open()
    const one = signedBy(await first.signer.answer(approved()))
    expect(signedBy(await first.signer.answer(approved({ mined: 9 })))).toEqual(one)
    first.journal.close()
    appendFileSync(path.join(dir, first.file), '{"name":"withdrawal 2 0","ra')
    const second = open({ file: first.file })
    expect(signedBy(await second.signer.answer(approved()))).toEqual(one)
    expect(await refusalOf(second.signer, approved({ receive: '5001' }))).toBe('changed')
    expect(signedBy(await second.signer.answer(approved({ id: '2' }))).nonce).toBe(1)
    expect(readFileSync(path.join(dir, first.file), 'utf8').split('\n')).toHaveLength(3)
  })

  it('replaces a transaction with one of its nonce only (W4)', async () => {
    const { signer } = open()
    expect(await refusalOf(signer, approved({ bump: 1 }))).toBe('bump')
    const first = signedBy(await signer.answer(approved()))
    const gas = { ...approved().gas, maxFeePerGas: '2500000000' }
    const second = signedBy(await signer.answer(approved({ bump: 1, gas })))
    expect([second.nonce, second.raw === first.raw]).toEqual([first.nonce, false])
    expect(await refusalOf(signer, approved({ bump: 2, address: TOKEN }))).toBe('address')
    expect(await refusalOf(signer, approved({ bump: 2, receive: '4000' }))).toBe('changed')
    expect(await refusalOf(signer, approved({ bump: 6 }))).toBe('malformed')
  })

  it('leaves within the hourly cap', async () => {
    let time = 0
    const { signer } = open({ now: () => time })
    expect(await refusalOf(signer, approved({ id: '1' }))).toBe('0')
    expect(await refusalOf(signer, approved({ id: '2' }))).toBe('0')
    expect(await refusalOf(signer, approved({ id: '3' }))).toBe('hourly')
    expect(await refusalOf(signer, approved({ id: '2' }))).toBe('0')
    time = 3_600_001
    expect(await refusalOf(signer, approved({ id: '3' }))).toBe('0')
  })

  it('needs approvals above the limit of its asset only', async () => {
    const { signer } = open({ unapprovedMost: '5000' })
    expect(await refusalOf(signer, withdrawal())).toBe('0')
    expect(await refusalOf(signer, withdrawal({ id: '2', receive: '5001' }))).toBe('approvals')
    const twice = approved({ id: '3', receive: '5001' }).approvals[0]!
    expect(
      await refusalOf(signer, withdrawal({ id: '3', receive: '5001', approvals: [twice, twice] })),
    ).toBe('approvals')
  })

  it('refuses a nonce that somebody else used', async () => {
    const { signer } = open()
    expect(await refusalOf(signer, approved())).toBe('0')
    expect(await refusalOf(signer, approved({ id: '2', mined: 2 }))).toBe('nonce')
  })
})

describe('sweeps and gas (wallet 4)', () => {
  const base = { network: 'evm-a', gas: withdrawal().gas, mined: 0, bump: 0 }

  it('brings deposits to the hot address', async () => {
    const request = { kind: 'sweep', id: 's', index: 4, asset: 'ETH', units: '9', ...base } as const
    const { raw } = signedBy(await open().signer.answer(request))
    expect(parseTransaction(raw as `0x02${string}`)).toMatchObject({
      to: keys.hot.toLowerCase(),
      value: 9n,
    })
    const from = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })
    expect(from).toBe(keys.depositAddress(4))
  })

  it('sends gas to deposit addresses, and little of it', async () => {
    const { signer } = open()
    const request = { kind: 'gas', id: 'g', index: 4, units: '1000000', ...base } as const
    const { raw } = signedBy(await signer.answer(request))
    expect(parseTransaction(raw as `0x02${string}`).to).toBe(keys.depositAddress(4).toLowerCase())
    expect(await refusalOf(signer, { ...request, id: 'h', units: '1000001' })).toBe('amount')
  })

  it('replaces a sweep with one of its nonce only (W4)', async () => {
    const { signer } = open()
    const request = { kind: 'sweep', id: 's', index: 4, asset: 'ETH', units: '9', ...base } as const
    expect(await refusalOf(signer, { ...request, bump: 1 })).toBe('bump')
    const first = signedBy(await signer.answer(request))
    const gas = { ...base.gas, maxFeePerGas: '2500000000' }
    const second = signedBy(await signer.answer({ ...request, bump: 1, gas }))
    expect([second.nonce, second.raw === first.raw]).toEqual([first.nonce, false])
    expect(await refusalOf(signer, { ...request, bump: 2, index: 5 })).toBe('changed')
    expect(await refusalOf(signer, { ...request, bump: 2, units: '8' })).toBe('changed')
  })

  it('brings coins to the cold address of the policy only', async () => {
    const request = { kind: 'cold', id: 'c', asset: 'ETH', units: '9', ...base } as const
    expect(await refusalOf(open().signer, request)).toBe('address')
    const { signer } = open({ cold: ADDRESS })
    const aimed = { ...request, address: TOKEN, to: TOKEN } as SignRequest
    const { raw } = signedBy(await signer.answer(aimed))
    expect(parseTransaction(raw as `0x02${string}`)).toMatchObject({
      to: ADDRESS.toLowerCase(),
      value: 9n,
    })
    expect(await refusalOf(signer, { ...request, id: 'd', asset: 'BTC' })).toBe('asset')
    expect(await refusalOf(signer, { ...request, id: 'd', units: '0' })).toBe('amount')
  })
})

describe('a statement on the chain (wallet 7)', () => {
  const statement = {
    snapshotId: '2026-11-22T00:00:00Z',
    assets: ['BTC', 'USDT'],
    scales: [8, 8],
    root: 'ab'.repeat(32),
    sums: ['100000005', '250000000100'],
    leaves: 3,
    journal: 42,
    heights: [{ network: 'evm-a', height: 812, hash: `0x${'cd'.repeat(32)}` }],
    previousRoot: null as string | null,
  }
  const gas = { limit: '40000', maxFeePerGas: '1000000000', maxPriorityFeePerGas: '1' }
  const request = (changes: Partial<StatementRequest> = {}): StatementRequest => ({
    kind: 'statement',
    id: statement.snapshotId,
    bump: 0,
    network: 'evm-a',
    statement,
    gas,
    mined: 0,
    ...changes,
  })
  const next = (hour: number, changes: Partial<StatementRequest> = {}): StatementRequest => {
    const snapshotId = `2026-11-22T${String(hour).padStart(2, '0')}:00:00Z`
    return request({ id: snapshotId, statement: { ...statement, snapshotId }, ...changes })
  }

  it('is the data of a transaction that moves nothing', async () => {
    const aimed = { ...request(), address: ADDRESS, units: '9', to: ADDRESS } as SignRequest
    const { raw, nonce } = signedBy(await open().signer.answer(aimed))
    const { to, value, data, gas: limit } = parseTransaction(raw as `0x02${string}`)
    expect([to, value, nonce, limit]).toEqual([keys.hot.toLowerCase(), undefined, 0, 40_000n])
    expect(hexToString(data!)).toBe(statementText(statement))
    const from = await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })
    expect(from).toBe(keys.hot)
  })

  it('is signed once for a snapshot', async () => {
    const { signer } = open()
    const first = signedBy(await signer.answer(request()))
    // A database may give the fields in another order.
    const turned = Object.fromEntries(Object.entries(statement).toReversed()) as typeof statement
    expect(signedBy(await signer.answer(request({ statement: turned, mined: 7 })))).toEqual(first)
    for (const change of [{ root: 'cd'.repeat(32) }, { sums: ['1', '2'] }, { leaves: 4 }])
      expect(await refusalOf(signer, request({ statement: { ...statement, ...change } }))).toBe(
        'changed',
      )
    expect(signedBy(await signer.answer(next(1))).nonce).toBe(1)
  })

  it('is replaced by one of its nonce and text only (W4)', async () => {
    const { signer } = open()
    expect(await refusalOf(signer, request({ bump: 1 }))).toBe('bump')
    const first = signedBy(await signer.answer(request()))
    const dearer = { ...gas, maxFeePerGas: '1250000000' }
    const second = signedBy(await signer.answer(request({ bump: 1, gas: dearer })))
    expect([second.nonce, second.raw === first.raw]).toEqual([first.nonce, false])
    const other = { ...statement, leaves: 4 }
    expect(await refusalOf(signer, request({ bump: 2, statement: other }))).toBe('changed')
  })

  it('costs little, in an hour too', async () => {
    let time = 0
    const { signer } = open({ now: () => time })
    const limited = (limit: string) => ({ gas: { ...gas, limit } })
    expect(await refusalOf(signer, next(1, limited('100001')))).toBe('gas')
    expect(await refusalOf(signer, next(1, limited('20999')))).toBe('gas')
    const dear = { limit: '40000', maxFeePerGas: '100000000001', maxPriorityFeePerGas: '1' }
    expect(await refusalOf(signer, next(1, { gas: dear }))).toBe('gas')
    expect(await refusalOf(signer, next(1))).toBe('0')
    expect(await refusalOf(signer, next(2))).toBe('0')
    expect(await refusalOf(signer, next(3))).toBe('hourly')
    expect(await refusalOf(signer, next(2))).toBe('0')
    expect(await refusalOf(signer, next(2, { bump: 1, ...limited('100001') }))).toBe('gas')
    time = 3_600_001
    expect(await refusalOf(signer, next(3))).toBe('0')
  })

  it('is refused where the policy has no fees for it', async () => {
    const policy = policyOf('0')
    const { statementFeesMost: _, ...evm } = policy.networks['evm-a'] as EvmPolicy
    const journal = openJournal(path.join(dir, `journal-${++files}`))
    const networks = { 'evm-a': evm }
    const signer = createSigner({ keys, policy: { ...policy, networks }, journal, now: () => 0 })
    expect(await refusalOf(signer, request())).toBe('network')
    expect(await refusalOf(signer, request({ network: 'evm-b' }))).toBe('network')
  })

  it.each([
    ['no statement', undefined],
    ['a text', statementText(statement)],
    ['a field more', { ...statement, note: 'pay' }],
    ['a field less', { ...statement, previousRoot: undefined }],
    ['the moment of another snapshot', { ...statement, snapshotId: '2026-11-23T00:00:00Z' }],
    ['a root in upper case', { ...statement, root: 'AB'.repeat(32) }],
    ['a short root', { ...statement, root: 'ab' }],
    ['a former root that is none', { ...statement, previousRoot: '' }],
    ['assets out of order', { ...statement, assets: ['USDT', 'BTC'] }],
    ['an asset twice', { ...statement, assets: ['BTC', 'BTC'] }],
    ['a text for an asset', { ...statement, assets: ['BTC', 'a "free" text'] }],
    ['a sum less', { ...statement, sums: ['1'] }],
    ['a negative sum', { ...statement, sums: ['1', '-1'] }],
    ['a sum that is a number', { ...statement, sums: ['1', 1] }],
    ['a fraction of a scale', { ...statement, scales: [8, 1.5] }],
    ['no leaves', { ...statement, leaves: 0 }],
    ['a journal that is text', { ...statement, journal: '42' }],
    [
      'a height with a field more',
      { ...statement, heights: [{ ...statement.heights[0], to: '' }] },
    ],
    ['a hash that is none', { ...statement, heights: [{ ...statement.heights[0], hash: '0x' }] }],
    ['thousands of assets', manyAssets(2000)],
  ])('is refused with %s', async (_, changed) => {
    const asked = { ...request(), statement: changed } as unknown as SignRequest
    expect(await refusalOf(open().signer, asked)).toBe('malformed')
  })

  it('is refused under another id', async () => {
    expect(await refusalOf(open().signer, request({ id: 'free' }))).toBe('malformed')
  })

  function manyAssets(count: number) {
    const assets = Array.from({ length: count }, (_, n) => `A${String(n).padStart(5, '0')}`)
    return { ...statement, assets, scales: assets.map(() => 8), sums: assets.map(() => '1') }
  }
})

describe('10,000 mutated requests (wallet 9)', () => {
  /** mulberry32. */
  function createRandom(seed: number): (below: number) => number {
    let state = seed
    return (below) => {
      state = (state + 0x6d2b79f5) | 0
      let t = Math.imul(state ^ (state >>> 15), 1 | state)
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
      return ((t ^ (t >>> 14)) >>> 0) % below
    }
  }
  const below = createRandom(5)
  const pick = <T>(of: readonly T[]): T => of[below(of.length)]!
  const texts = ['', '0', '-1', '1e3', '5001', '0x5', ' 5000', '5000 ', `1${'0'.repeat(40)}`, 'é']
  const values: readonly unknown[] = [
    ...texts,
    null,
    undefined,
    5000,
    -1,
    1.5,
    NaN,
    [],
    {},
    true,
    '__proto__',
    'constructor',
  ]
  const flipped = (text: string): string => {
    const at = below(text.length)
    return `${text.slice(0, at)}${pick([...'0123456789abcdefXYZ+/='])}${text.slice(at + 1)}`
  }
  const other = approved({ id: '77', address: TOKEN.replace('5', '6'), receive: '4000' })

  function mutate(request: WithdrawalRequest): unknown {
    const signature = (at: number) => request.approvals[at]?.signature ?? ''
    const field = pick(['id', 'network', 'address', 'asset', 'receive', 'fee'] as const)
    switch (below(9)) {
      case 0:
        return { ...request, [field]: pick(values) }
      case 1:
        return { ...request, [field]: flipped(request[field]) }
      case 2:
        return { ...request, [field]: other[field] }
      case 3:
        return { ...request, approvals: pick([[], request.approvals.slice(1), other.approvals]) }
      case 4:
        return {
          ...request,
          approvals: [request.approvals[0], { approver: 'bob', signature: signature(0) }],
        }
      case 5:
        return {
          ...request,
          approvals: [
            request.approvals[0],
            { approver: pick(['bob', 'eve', '__proto__']), signature: flipped(signature(1)) },
          ],
        }
      case 6:
        return { ...request, gas: { ...request.gas, limit: pick(['120001', ...texts]) } }
      case 7:
        return { ...request, bump: pick([1, 2, 5, 6, -1, '1', null]) }
      default:
        return { ...request, kind: pick(['', 'transfer', null, 'Withdrawal']) }
    }
  }

  it('get no signature', async () => {
    const { signer, journal } = open()
    const valid = approved()
    const same = JSON.stringify(valid)
    let refused = 0
    while (refused < 10_000) {
      const request = mutate(valid)
      if (JSON.stringify(request) === same) continue
      // Base64 has spellings of one signature; those are no other signature.
      const decoded = JSON.stringify(request, (key, value: unknown) =>
        key === 'signature' ? Buffer.from(String(value), 'base64').toString('hex') : value,
      )
      const original = JSON.stringify(valid, (key, value: unknown) =>
        key === 'signature' ? Buffer.from(String(value), 'base64').toString('hex') : value,
      )
      if (decoded === original) continue
      const answer = await signer.answer(request as SignRequest)
      if (!('refused' in answer)) expect(request).toBe('refused')
      refused++
    }
    expect(journal.find('withdrawal 1 0')).toBeUndefined()
    expect(await refusalOf(signer, valid)).toBe('0')
  }, 600_000)
})

describe('the process', () => {
  it('opens its seed with the passphrase only', () => {
    const kdf = { name: 'scrypt', N: 2 ** 12, r: 8, p: 1 } as const
    const sealed = sealSeed(SEED, { passphrase: 'correct', kdf })
    expect(JSON.stringify(sealed)).not.toContain(SEED.toString('hex'))
    expect(openSeed(sealed, 'correct')).toEqual(SEED)
    expect(() => openSeed(sealed, 'wrong')).toThrow()
  })

  it('answers over its socket, and survives nonsense there', async () => {
    const file = path.join(dir, 'signer.sock')
    const server = await serve(open().signer, file)
    const ask = (text: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = createConnection(file)
        let answer = ''
        socket.on('data', (part) => {
          answer += part.toString()
          if (answer.endsWith('\n')) socket.end()
        })
        socket.on('close', () => resolve(answer))
        socket.on('error', reject)
        socket.write(text)
      })
    expect(JSON.parse(await ask('{"call":1,"request":{"kind":"accounts"}}\n'))).toEqual({
      call: 1,
      answer: { xpub: keys.xpub, hot: keys.hot },
    })
    expect(JSON.parse(await ask('nonsense\n'))).toMatchObject({ answer: { refused: 'malformed' } })
    expect(JSON.parse(await ask('{"call":2}\n'))).toMatchObject({
      answer: { refused: 'malformed' },
    })
    expect(await ask('x'.repeat(20_000))).toBe('')
    await new Promise((resolve) => server.close(resolve))
  })
})
