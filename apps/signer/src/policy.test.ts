import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isApproved,
  isWellFormed,
  judge,
  networkOf,
  statementFee,
  type EvmPolicy,
  type History,
  type Policy,
  type UtxoPolicy,
} from './policy.ts'
import {
  approvalText,
  type ColdRequest,
  type GasRequest,
  type SignRequest,
  type StatementRequest,
  type SweepRequest,
  type WithdrawalRequest,
} from './protocol.ts'
import { approvalOf, createApprovers } from './testing/approvers.ts'

const [ann, bob, eve] = createApprovers('ann', 'bob', 'eve')
const PAYEE = '0x52908400098527886E0F7030069857D2E4169EE7'
const COLD = '0x8617e340b3d01fa5f11f306f4090fd50e238070d'
const TOKEN = '0x5fbdb2315678afecb367f032d93f642f64180aa3'

const evm: EvmPolicy = {
  chainId: 31_337,
  maxFeePerGas: '100',
  gasLimitMost: '120000',
  gasMost: '1000',
  statementFeesMost: '4000000',
  cold: COLD,
  assets: {
    ETH: { atomsPerUnit: '1', unapprovedMost: '500', hourlyMost: '10000' },
    USDT: { contract: TOKEN, atomsPerUnit: '100', unapprovedMost: '500', hourlyMost: '10000' },
  },
}
const ltc: UtxoPolicy = {
  family: 'ltc',
  addressPrefix: 'rltc',
  perByteMost: '100',
  feeMost: '100000',
  assets: { LTC: { atomsPerUnit: '1', unapprovedMost: '500', hourlyMost: '10000' } },
}
const policy: Policy = {
  networks: { 'evm-a': evm, ltc },
  approvers: { ann: ann.publicKey, bob: bob.publicKey },
}

const gas = { limit: '21000', maxFeePerGas: '20', maxPriorityFeePerGas: '10' }
const base = { id: '7', bump: 0, network: 'evm-a', gas, mined: 0 }
const withdrawal = (changes: Partial<WithdrawalRequest> = {}): WithdrawalRequest => ({
  ...base,
  kind: 'withdrawal',
  asset: 'ETH',
  address: PAYEE,
  receive: '500',
  fee: '10',
  approvals: [],
  ...changes,
})
const approved = (changes: Partial<WithdrawalRequest> = {}): WithdrawalRequest => {
  const request = withdrawal(changes)
  return { ...request, approvals: [approvalOf(ann, request), approvalOf(bob, request)] }
}
const emptyApprovals = (length: number) =>
  Array.from({ length }, () => ({ approver: '', signature: '' }))
const sweep: SweepRequest = { ...base, kind: 'sweep', index: 3, asset: 'ETH', units: '9' }
const topUp: GasRequest = { ...base, kind: 'gas', index: 3, units: '1000' }
const toCold: ColdRequest = { ...base, kind: 'cold', asset: 'ETH', units: '9' }
const statement: StatementRequest = {
  ...base,
  kind: 'statement',
  id: '2026-11-22T00:00:00Z',
  gas: { limit: '100000', maxFeePerGas: '20', maxPriorityFeePerGas: '10' },
  statement: {
    snapshotId: '2026-11-22T00:00:00Z',
    assets: ['BTC'],
    scales: [8],
    root: 'ab'.repeat(32),
    sums: ['1'],
    leaves: 1,
    journal: 1,
    heights: [],
    previousRoot: null,
  },
}

const spent = (atoms: bigint): History => ({ spentInHour: () => atoms })
const judged = (request: SignRequest, atoms = 0n, of: Policy = policy) =>
  judge(request, { policy: of, history: spent(atoms) })

describe('what a withdrawal may pay (wallet 4)', () => {
  it.each([
    ['one atom', { receive: '1' }, undefined],
    ['the most without approvals', { receive: '500' }, undefined],
    ['one atom more', { receive: '501' }, 'approvals'],
    ['nothing', { receive: '0' }, 'amount'],
    ['a whole unit of a token', { asset: 'USDT', receive: '100' }, undefined],
    ['a part of a unit', { asset: 'USDT', receive: '150' }, 'amount'],
    ['less than a unit', { asset: 'USDT', receive: '99' }, 'amount'],
    ['an asset of another network', { asset: 'LTC' }, 'asset'],
    ['an asset in lower case', { asset: 'eth' }, 'asset'],
    ['a name that every object has', { asset: 'constructor' }, 'asset'],
    ['a prototype for an asset', { asset: '__proto__' }, 'asset'],
    ['the zero address', { address: `0x${'0'.repeat(40)}` }, 'address'],
    ['the contract of a token', { address: TOKEN }, 'address'],
    ['that contract in upper case', { address: `0x${TOKEN.slice(2).toUpperCase()}` }, 'address'],
    ['a network that is not listed', { network: 'evm-b' }, 'network'],
    ['a prototype for a network', { network: '__proto__' }, 'network'],
    ['a network of outputs', { network: 'ltc', asset: 'LTC' }, 'network'],
  ])('judges %s', (_, changes, refused) => {
    expect(judged(withdrawal(changes))).toBe(refused)
  })

  it('finds a contract that the policy spells in mixed case', () => {
    const mixed = `0x${TOKEN.slice(2).toUpperCase()}`
    const assets = { ...evm.assets, USDT: { ...evm.assets['USDT'], contract: mixed } }
    const networks = { 'evm-a': { ...evm, assets } as EvmPolicy }
    expect(judged(withdrawal({ address: TOKEN }), 0n, { ...policy, networks })).toBe('address')
  })

  it.each([
    [9_500n, undefined],
    [9_501n, 'hourly'],
    [10_000n, 'hourly'],
    [10n ** 30n, 'hourly'],
  ])('judges 500 atoms after %s in the hour', (atoms, refused) => {
    expect(judged(withdrawal(), atoms)).toBe(refused)
  })

  it('does not count a replacement in the hour a second time', () => {
    expect(judged(withdrawal({ bump: 1 }), 10_000n)).toBeUndefined()
  })

  it('asks a replacement for the approvals of the first', () => {
    expect(judged(withdrawal({ receive: '501', bump: 1 }))).toBe('approvals')
    expect(judged(approved({ receive: '501', bump: 1 }))).toBeUndefined()
  })

  it('counts the hour of the asset and network that are asked for', () => {
    const asked: unknown[] = []
    const history: History = {
      spentInHour({ network, asset }) {
        asked.push([network, asset])
        return 0n
      },
    }
    judge(withdrawal({ asset: 'USDT', receive: '200' }), { policy, history })
    expect(asked).toEqual([['evm-a', 'USDT']])
  })

  it('names missing approvals before a full hour', () => {
    expect(judged(withdrawal({ receive: '501' }), 10_000n)).toBe('approvals')
  })
})

describe('approvals of two persons (wallet 4)', () => {
  const large = withdrawal({ receive: '501' })
  const [byAnn, byBob, byEve] = [ann, bob, eve].map((each) => approvalOf(each, large))

  it.each([
    ['two persons', [byAnn, byBob], true],
    ['the other order', [byBob, byAnn], true],
    ['a third that is worthless', [byAnn, byEve, byBob], true],
    ['one person', [byAnn], false],
    ['one person twice', [byAnn, byAnn], false],
    ['nobody', [], false],
    ['somebody who is no approver', [byAnn, byEve], false],
    ['a signature under the name of another', [byAnn, { ...byEve, approver: 'bob' }], false],
    ['the same signature under two names', [byAnn, { ...byAnn, approver: 'bob' }], false],
    ['a name that every object has', [byAnn, { ...byBob, approver: 'toString' }], false],
    ['an empty signature', [byAnn, { ...byBob, signature: '' }], false],
  ])('takes or refuses %s', (_, approvals, isRight) => {
    const request = { ...large, approvals: approvals as WithdrawalRequest['approvals'] }
    expect(isApproved(request, policy)).toBe(isRight)
  })

  it('counts two names of one key as one person', () => {
    const approvers = { ann: ann.publicKey, anna: ann.publicKey }
    const twice = [byAnn, { ...byAnn, approver: 'anna' }] as WithdrawalRequest['approvals']
    expect(isApproved({ ...large, approvals: twice }, { ...policy, approvers })).toBe(false)
  })

  it.each([
    ['id', '8'],
    ['network', 'evm-b'],
    ['address', COLD],
    ['asset', 'USDT'],
    ['receive', '502'],
    ['fee', '11'],
  ] as const)('lose their worth when the %s is another', (field, value) => {
    const changed = { ...approved({ receive: '501' }), [field]: value }
    expect(isApproved(changed, policy)).toBe(false)
  })

  it.each([
    ['bump', { bump: 1 }],
    ['gas', { gas: { ...gas, maxFeePerGas: '30' } }],
    ['count of mined transactions', { mined: 5 }],
  ])('keep their worth when the %s is another', (_, changes) => {
    expect(isApproved({ ...approved({ receive: '501' }), ...changes }, policy)).toBe(true)
  })

  it('sign a text that names everything, in order', () => {
    expect(approvalText(withdrawal())).toBe(`7|evm-a|${PAYEE}|ETH|500|10`)
  })

  it('refuses a key of the policy that is none', () => {
    const approvers = { ann: ann.publicKey, bob: ann.publicKey.slice(4) }
    expect(isApproved(approved(), { ...policy, approvers })).toBe(false)
  })
})

describe('the gas of a payment', () => {
  it.each([
    ['as in the policy', {}, undefined],
    ['the dearest that is allowed', { maxFeePerGas: '100' }, undefined],
    ['one dearer', { maxFeePerGas: '101' }, 'gas'],
    ['for nothing', { maxFeePerGas: '0', maxPriorityFeePerGas: '0' }, 'gas'],
    ['the largest limit', { limit: '120000' }, undefined],
    ['a larger limit', { limit: '120001' }, 'gas'],
    ['below what any payment takes', { limit: '20999' }, 'gas'],
    ['a tip of all of it', { maxPriorityFeePerGas: '20' }, undefined],
    ['a tip above the fee', { maxPriorityFeePerGas: '21' }, 'gas'],
    ['no tip', { maxPriorityFeePerGas: '0' }, undefined],
  ])('is judged: %s', (_, changes, refused) => {
    const of = { gas: { ...gas, ...changes } }
    for (const request of [withdrawal(of), { ...sweep, ...of }, { ...toCold, ...of }])
      expect(judged(request)).toBe(refused)
  })
})

describe('coins between addresses of the exchange (wallet 4)', () => {
  it.each<[string, SignRequest, string | undefined]>([
    ['a sweep', sweep, undefined],
    ['a sweep of nothing', { ...sweep, units: '0' }, 'amount'],
    ['a sweep of an unlisted asset', { ...sweep, asset: 'DAI' }, 'asset'],
    ['a sweep of more than any hour has', { ...sweep, units: '99999999' }, undefined],
    ['the gas of a sweep', topUp, undefined],
    ['more gas than the policy has', { ...topUp, units: '1001' }, 'amount'],
    ['no gas', { ...topUp, units: '0' }, 'amount'],
    ['coins for the cold address', toCold, undefined],
    ['none for the cold address', { ...toCold, units: '0' }, 'amount'],
    ['an unlisted asset for it', { ...toCold, asset: 'toString' }, 'asset'],
  ])('are judged: %s', (_, request, refused) => {
    expect(judged(request)).toBe(refused)
  })

  it.each(['', '0x', COLD.slice(0, -1), 'rltc1q'])('never go to a cold address of "%s"', (cold) => {
    expect(judged(toCold, 0n, { ...policy, networks: { 'evm-a': { ...evm, cold } } })).toBe(
      'address',
    )
  })
})

describe('what a statement may cost (wallet 7)', () => {
  const limited = (limit: string, bump = 0): StatementRequest => ({
    ...statement,
    bump,
    gas: { ...statement.gas, limit },
  })

  it('is the limit of its gas at the highest price', () => {
    expect(statementFee(statement)).toBe(2_000_000n)
  })

  it.each<[string, StatementRequest, bigint, string | undefined]>([
    ['within the hour', statement, 2_000_000n, undefined],
    ['one unit above it', statement, 2_000_001n, 'hourly'],
    ['all of an hour at once', limited('200000'), 0n, undefined],
    ['more than an hour at once', limited('200001'), 0n, 'gas'],
    ['less gas than a payment takes', limited('20999'), 0n, 'gas'],
    ['a replacement in a full hour', limited('100000', 1), 4_000_000n, undefined],
    ['a replacement that is too dear', limited('200001', 1), 0n, 'gas'],
  ])('is judged: %s', (_, request, atoms, refused) => {
    expect(judged(request, atoms)).toBe(refused)
  })
})

describe('the form of a request', () => {
  it.each<[string, object]>([
    ['a withdrawal', withdrawal()],
    ['a sweep', sweep],
    ['gas', topUp],
    ['coins for the cold address', toCold],
    ['a statement', statement],
    ['the fifth replacement', withdrawal({ bump: 5 })],
    ['an id with every sign', withdrawal({ id: 'aZ09:_-' })],
    ['an amount of 39 digits', withdrawal({ receive: `1${'0'.repeat(38)}` })],
    ['eight approvals', withdrawal({ approvals: emptyApprovals(8) })],
  ])('is taken: %s', (_, request) => {
    expect(isWellFormed(request)).toBe(true)
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'withdrawal'],
    ['a list', [withdrawal()]],
    ['an unknown kind', { ...withdrawal(), kind: 'transfer' }],
    ['an empty id', withdrawal({ id: '' })],
    ['an id of 65 letters', withdrawal({ id: 'a'.repeat(65) })],
    ['an id with a space, which parts names', withdrawal({ id: '1 0' })],
    ['an id with a bar, which parts what is approved', withdrawal({ id: '7|evm-a' })],
    ['an id that is a number', { ...withdrawal(), id: 7 }],
    ['a sixth replacement', withdrawal({ bump: 6 })],
    ['a negative replacement', withdrawal({ bump: -1 })],
    ['half a replacement', withdrawal({ bump: 0.5 })],
    ['a count of mined that is text', { ...withdrawal(), mined: '0' }],
    ['a negative count of mined', withdrawal({ mined: -1 })],
    ['a count of mined beyond 31 bits', withdrawal({ mined: 2 ** 31 })],
    ['an amount with a sign', withdrawal({ receive: '+500' })],
    ['an amount with a leading zero', withdrawal({ receive: '0500' })],
    ['an amount with a line end', withdrawal({ receive: '500\n' })],
    ['an amount of full-width digits', withdrawal({ receive: '５００' })],
    ['an amount of 40 digits', withdrawal({ receive: `1${'0'.repeat(39)}` })],
    ['an amount that is a number', { ...withdrawal(), receive: 500 }],
    ['a negative fee', withdrawal({ fee: '-1' })],
    ['an address without its prefix', withdrawal({ address: PAYEE.slice(2) })],
    ['an address that is too short', withdrawal({ address: PAYEE.slice(0, -1) })],
    ['an address with more behind it', withdrawal({ address: `${PAYEE}\n` })],
    ['nine approvals', withdrawal({ approvals: emptyApprovals(9) })],
    ['an approval that is none', { ...withdrawal(), approvals: [null] }],
    ['an approval without its name', { ...withdrawal(), approvals: [{ signature: '' }] }],
    ['approvals that are no list', { ...withdrawal(), approvals: {} }],
    ['no gas', { ...withdrawal(), gas: undefined }],
    ['gas without its tip', { ...withdrawal(), gas: { limit: '21000', maxFeePerGas: '1' } }],
    ['gas in hex', withdrawal({ gas: { ...gas, limit: '0x5208' } })],
    ['a sweep without its index', { ...sweep, index: undefined }],
    ['a sweep from the hot address', { ...sweep, index: null }],
    ['gas for an index of text', { ...topUp, index: '3' }],
    ['a statement under another id', { ...statement, id: '2026-11-23T00:00:00Z' }],
  ])('is refused: %s', (_, request) => {
    expect(isWellFormed(request)).toBe(false)
    expect(judged(request as SignRequest)).toBe('malformed')
  })

  it('never passes with a field that its approvers did not sign', () => {
    const signed = approved({ receive: '501' })
    const decisive = ['id', 'network', 'address', 'asset', 'receive', 'fee'] as const
    const values = fc.oneof(fc.anything({ maxDepth: 1 }), fc.constantFrom('502', COLD, 'USDT'))
    const changes = fc.dictionary(fc.constantFrom<string>(...Object.keys(signed)), values)
    fc.assert(
      fc.property(changes, (changed) => {
        const request = { ...signed, ...changed } as WithdrawalRequest
        // Less than two persons are asked about is another matter.
        fc.pre(request.kind !== 'withdrawal' || String(request.receive).length >= 3)
        const isSigned = decisive.every((field) => request[field] === signed[field])
        if (judged(request) === undefined && Number(request.receive) > 500)
          expect(isSigned).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the network of a family', () => {
  it('is the one whose outputs are of that coin', () => {
    expect(networkOf(policy, 'ltc')).toBe(ltc)
    expect(networkOf(policy, 'btc')).toBeUndefined()
    expect(networkOf(policy, 'evm')).toBeUndefined()
  })
})
