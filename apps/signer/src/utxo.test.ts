import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { bech32, createBase58check, hex } from '@scure/base'
import { NETWORK, OutScript, p2wpkh, Transaction } from '@scure/btc-signer'
import { sha256 } from '@scure/btc-signer/utils.js'
import { recoverPublicKey, toHex } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { createSigner, type Signer } from './createSigner.ts'
import { createKeys } from './keys.ts'
import { openJournal } from './openJournal.ts'
import type { Policy } from './policy.ts'
import {
  approvalText,
  type Answer,
  type ConsolidationRequest,
  type SignRequest,
  type SpendRequest,
  type SpentOutput,
} from './protocol.ts'
import { scriptOf } from './utxo.ts'

const dir = mkdtempSync(path.join(tmpdir(), 'signer-utxo-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const keys = createKeys(Buffer.alloc(32, 7))
const own = keys.utxo('ltc')
const hash = (fill: number): Uint8Array => new Uint8Array(20).fill(fill)
const addressOf = (prefix: string, fill = 1): string =>
  bech32.encode(prefix, [0, ...bech32.toWords(hash(fill))])
const legacy = (version: number): string =>
  createBase58check(sha256).encode(Uint8Array.from([version, ...hash(2)]))
const ADDRESS = addressOf('rltc')
const TAKER = addressOf('rltc', 13)
const approvers = ['ann', 'bob'].map((name) => ({ name, ...generateKeyPairSync('ed25519') }))
const rawKey = (at: number): string =>
  approvers[at]!.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')

const COLD = addressOf('rltc', 12)
const policyOf = (unapprovedMost: string, cold?: string): Policy => ({
  networks: {
    ltc: {
      family: 'ltc',
      addressPrefix: 'rltc',
      perByteMost: '1000',
      feeMost: '100000',
      ...(cold === undefined ? {} : { cold }),
      assets: { LTC: { atomsPerUnit: '1', unapprovedMost, hourlyMost: '2000000' } },
    },
    'evm-a': {
      chainId: 31_337,
      maxFeePerGas: '100000000000',
      gasLimitMost: '120000',
      gasMost: '1000000',
      assets: { ETH: { atomsPerUnit: '1', unapprovedMost: '10', hourlyMost: '100' } },
    },
  },
  approvers: { ann: rawKey(0), bob: rawKey(1) },
})

const input = (fill: number, changes: Partial<SpentOutput> = {}): SpentOutput => ({
  txHash: fill.toString(16).padStart(2, '0').repeat(32),
  ordinal: 1,
  units: '400000',
  index: fill,
  ...changes,
})

const spend = (changes: Partial<SpendRequest> = {}): SpendRequest => ({
  kind: 'spend',
  id: '1',
  bump: 0,
  network: 'ltc',
  asset: 'LTC',
  address: ADDRESS,
  receive: '500000',
  fee: '1000',
  approvals: [],
  perByte: '10',
  inputs: [input(1), input(2, { index: null })],
  ...changes,
})

const approved = (changes: Partial<SpendRequest> = {}): SpendRequest => {
  const request = spend(changes)
  const approvals = approvers.map(({ name, privateKey }) => ({
    approver: name,
    signature: sign(null, Buffer.from(approvalText(request)), privateKey).toString('base64'),
  }))
  return { ...request, approvals }
}

let files = 0
function open({
  file = `journal-${++files}`,
  unapprovedMost = '500000',
  cold,
}: { readonly file?: string; readonly unapprovedMost?: string; readonly cold?: string } = {}) {
  const journal = openJournal(path.join(dir, file))
  const policy = policyOf(unapprovedMost, cold)
  return { signer: createSigner({ keys, policy, journal, now: () => 0 }), journal, file }
}

const refusalOf = async (signer: Signer, request: SignRequest) => {
  const answer = await signer.answer(request)
  return 'refused' in answer ? answer.refused : '0'
}

const signedBy = (answer: Answer) => {
  if (!('signed' in answer)) throw new Error(JSON.stringify(answer))
  return answer.signed
}

const read = (raw: string) => {
  const tx = Transaction.fromRaw(hex.decode(raw))
  return {
    inputs: Array.from({ length: tx.inputsLength }, (_, at) => tx.getInput(at)),
    outputs: Array.from({ length: tx.outputsLength }, (_, at) => tx.getOutput(at)),
    tx,
  }
}
const sumOf = (amounts: readonly (bigint | undefined)[]): bigint =>
  amounts.reduce<bigint>((sum, amount = 0n) => sum + amount, 0n)

describe('addresses in a proof of reserves (wallet 7)', () => {
  const proof = {
    kind: 'attest',
    snapshotId: '2026-11-22T00:00:00Z',
    root: 'cd'.repeat(32),
  } as const

  it('sign the fixed text with their own keys', async () => {
    const text = `X reserves ${proof.snapshotId} ${proof.root}`
    const bytes = Buffer.from(`\x19Litecoin Signed Message:\n${String.fromCharCode(96)}${text}`)
    expect(text).toHaveLength(96)
    for (const index of [null, 0, 3]) {
      const answer = await open().signer.answer({ ...proof, index, family: 'ltc' })
      const signed = Buffer.from('signature' in answer ? answer.signature : '', 'base64')
      expect([signed.length, [39, 40].includes(signed[0] ?? 0)]).toEqual([65, true])
      const publicKey = await recoverPublicKey({
        hash: sha256(sha256(bytes)),
        signature: toHex(Uint8Array.from([...signed.subarray(1), (signed[0] ?? 0) - 39])),
      })
      const [prefix, x] = [
        Number(`0x${publicKey.at(-1)}`) % 2 ? '03' : '02',
        publicKey.slice(4, 68),
      ]
      const { address } = p2wpkh(hex.decode(`${prefix}${x}`), { ...NETWORK, bech32: 'rltc' })
      expect(address).toBe(own.address(index, 'rltc'))
    }
  })

  it.each([
    ['of a network that the policy lacks', { family: 'btc' }, 'network'],
    ['of no family', { family: 'doge' }, 'network'],
    ['over another text', { family: 'ltc', root: 'ab' }, 'malformed'],
    ['with an index that is none', { family: 'ltc', index: 0.5 }, 'malformed'],
  ])('sign nothing %s', async (_, changes, refused) => {
    const request = { ...proof, index: 0, ...changes } as never
    expect(await open().signer.answer(request)).toEqual({ refused })
  })
})

describe('keys of UTXO networks (wallet 3)', () => {
  it('names accounts and addresses of the network in its policy', async () => {
    const { signer } = open()
    expect(await signer.answer({ kind: 'accounts', family: 'ltc' })).toEqual({
      xpub: own.xpub,
      hot: own.address(null, 'rltc'),
    })
    expect(await signer.answer({ kind: 'address', family: 'ltc', index: 3 })).toEqual({
      address: own.address(3, 'rltc'),
    })
    expect(await signer.answer({ kind: 'accounts', family: 'btc' })).toEqual({ refused: 'network' })
    expect(await signer.answer({ kind: 'address', family: 'btc', index: 0 })).toEqual({
      refused: 'network',
    })
    expect(await signer.answer({ kind: 'address', family: 'ltc', index: -1 })).toEqual({
      refused: 'malformed',
    })
  })

  it('derives the addresses of the published BIP-84 vector', () => {
    // "abandon … about", account 0 of Bitcoin: the first address for receiving.
    const seed =
      '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1' +
      '9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4'
    const vector = createKeys(Buffer.from(seed, 'hex')).utxo('btc')
    expect(vector.address(0, 'bc')).toBe('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
    expect(vector.address(1, 'bc')).toBe('bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g')
  })
})

describe('a signed payment of outputs (wallet 4)', () => {
  it('pays the address, and the rest to the hot address', async () => {
    const { raw, txHash, nonce } = signedBy(await open().signer.answer(spend()))
    const { inputs, outputs, tx } = read(raw)
    expect([nonce, txHash]).toEqual([0, tx.id])
    expect(inputs.map(({ txid, index, sequence }) => [hex.encode(txid!), index, sequence])).toEqual(
      [
        [input(1).txHash, 1, 0xffff_fffd],
        [input(2).txHash, 1, 0xffff_fffd],
      ],
    )
    expect(outputs.map(({ script, amount }) => [hex.encode(script!), amount])).toEqual([
      [`0014${'01'.repeat(20)}`, 500_000n],
      [hex.encode(own.script(null)), outputs[1]?.amount],
    ])
    const fee = 800_000n - sumOf(outputs.map(({ amount }) => amount))
    expect(fee).toBeGreaterThanOrEqual(10n * BigInt(tx.vsize))
    expect(fee).toBeLessThan(12n * BigInt(tx.vsize))
  })

  it('leaves out an output that is smaller than its worth', async () => {
    const { raw } = signedBy(
      await open().signer.answer(spend({ inputs: [input(1, { units: '510000' })] })),
    )
    expect(read(raw).outputs.map(({ amount }) => amount)).toEqual([500_000n])
  })

  it('has the same bytes for the same id, also after a restart', async () => {
    const first = open()
    const one = signedBy(await first.signer.answer(spend()))
    const other = spend({ inputs: [input(5), input(6)], perByte: '20' })
    expect(signedBy(await first.signer.answer(other))).toEqual(one)
    first.journal.close()
    const second = open({ file: first.file })
    expect(signedBy(await second.signer.answer(spend()))).toEqual(one)
    expect(await refusalOf(second.signer, spend({ receive: '400000' }))).toBe('changed')
    // What it did not sign with those outputs is free.
    const next = spend({ id: '2', inputs: [input(5), input(6)] })
    expect(signedBy(await second.signer.answer(next)).nonce).toBe(1)
    second.journal.close()
  })

  it('spends an output once only (W4)', async () => {
    const { signer } = open()
    expect(await refusalOf(signer, spend())).toBe('0')
    const lies = [input(1, { units: '300000' }), input(3)]
    expect(await refusalOf(signer, spend({ id: '2' }))).toBe('inputs')
    expect(await refusalOf(signer, spend({ id: '2', inputs: lies }))).toBe('inputs')
    expect(await refusalOf(signer, spend({ id: '2', inputs: [input(3), input(4)] }))).toBe('0')
  })

  it('replaces a payment with a dearer one of its outputs only (W4)', async () => {
    const { signer } = open()
    expect(await refusalOf(signer, spend({ bump: 1 }))).toBe('bump')
    const first = signedBy(await signer.answer(spend()))
    const dearer = { bump: 1, perByte: '13' }
    expect(await refusalOf(signer, spend({ bump: 1 }))).toBe('gas')
    expect(await refusalOf(signer, spend({ ...dearer, inputs: [input(1), input(3)] }))).toBe(
      'inputs',
    )
    const lie = [input(1, { units: '300000' }), input(2, { index: null, units: '500000' })]
    expect(await refusalOf(signer, spend({ ...dearer, inputs: lie }))).toBe('inputs')
    expect(await refusalOf(signer, spend({ ...dearer, receive: '400000' }))).toBe('changed')
    expect(await refusalOf(signer, spend({ ...dearer, address: addressOf('rltc', 4) }))).toBe(
      'changed',
    )
    const second = signedBy(await signer.answer(spend(dearer)))
    expect([second.nonce, second.raw === first.raw]).toEqual([first.nonce, false])
    const [before, after] = [read(first.raw), read(second.raw)]
    expect(after.outputs[0]).toEqual(before.outputs[0])
    expect(after.outputs[1]!.amount!).toBeLessThan(before.outputs[1]!.amount!)
  })

  it('needs approvals above the limit, and leaves within the cap', async () => {
    const { signer } = open()
    const large = { receive: '600000', inputs: [input(1), input(2)] }
    expect(await refusalOf(signer, spend(large))).toBe('approvals')
    expect(await refusalOf(signer, approved(large))).toBe('0')
    for (const [at, id] of ['2', '3', '4'].entries()) {
      const inputs = [input(10 + 2 * at), input(11 + 2 * at)]
      const answer = await refusalOf(signer, approved({ id, receive: '600000', inputs }))
      expect(answer).toBe(at < 2 ? '0' : 'hourly')
    }
  })

  it.each([
    ['an address of another network', { address: addressOf('ltc') }, 'address'],
    ['an EVM address', { address: `0x${'1'.repeat(40)}` }, 'address'],
    ['an address with a wrong letter', { address: `${ADDRESS.slice(0, -1)}q` }, 'address'],
    ['another asset', { asset: 'ETH' }, 'asset'],
    ['another network', { network: 'evm-a' }, 'network'],
    ['a network that is none', { network: '__proto__' }, 'network'],
    ['an amount of zero', { receive: '0' }, 'amount'],
    ['inputs that are too small', { inputs: [input(1)] }, 'amount'],
    ['a dear byte', { perByte: '1001' }, 'gas'],
    ['a byte for nothing', { perByte: '0' }, 'gas'],
    ['a dear payment', { perByte: '500' }, 'gas'],
    ['no inputs', { inputs: [] }, 'malformed'],
    ['an input twice', { inputs: [input(1), input(1, { units: '500000' })] }, 'malformed'],
    ['an input of nothing', { inputs: [input(1, { units: '0' })] }, 'malformed'],
    ['a broken hash', { inputs: [input(1, { txHash: 'ab' })] }, 'malformed'],
    ['a broken place', { inputs: [input(1, { ordinal: -1 })] }, 'malformed'],
    ['a broken number', { inputs: [input(1, { index: 1.5 })] }, 'malformed'],
    ['too many inputs', { inputs: Array.from({ length: 81 }, (_, at) => input(at)) }, 'malformed'],
  ])('refuses %s', async (_, changes, refusal) => {
    expect(await refusalOf(open().signer, spend(changes))).toBe(refusal)
  })

  it('does not pay by the rules of another kind of network', async () => {
    const { signer } = open()
    const gas = { limit: '21000', maxFeePerGas: '2000000000', maxPriorityFeePerGas: '1' }
    const evm = { bump: 0, gas, mined: 0, network: 'ltc' }
    for (const request of [
      { kind: 'gas', id: 'g', index: 1, units: '1', ...evm },
      { kind: 'sweep', id: 's', index: 1, units: '1', asset: 'LTC', ...evm },
      { kind: 'cold', id: 'c', units: '1', asset: 'LTC', ...evm },
    ] as const)
      expect(await refusalOf(signer, request)).toBe('network')
    const withdrawal = { ...spend(), ...evm, kind: 'withdrawal' } as unknown as SignRequest
    expect(await refusalOf(signer, withdrawal)).toBe('malformed')
  })
})

describe('outputs that stay ours (wallet 4)', () => {
  const consolidate = (changes: Partial<ConsolidationRequest> = {}): ConsolidationRequest => ({
    kind: 'consolidate',
    id: 'ltc:1',
    bump: 0,
    network: 'ltc',
    asset: 'LTC',
    cold: '0',
    perByte: '10',
    inputs: [input(1), input(2)],
    ...changes,
  })
  const outputsOf = (answer: Answer) =>
    read(signedBy(answer).raw).outputs.map(({ script, amount }) => [hex.encode(script!), amount])
  const ofHot = hex.encode(own.script(null))

  it('go to the hot address, whatever else a request names', async () => {
    const aimed = { ...consolidate(), address: ADDRESS, to: ADDRESS, receive: '1' } as SignRequest
    const outputs = outputsOf(await open().signer.answer(aimed))
    expect(outputs).toEqual([[ofHot, outputs[0]?.[1]]])
    const fee = 800_000n - BigInt(outputs[0]?.[1] ?? 0)
    expect([fee >= 10n * 178n, fee < 2_000n]).toEqual([true, true])
  })

  it('go to no cold address but that of the policy', async () => {
    const wanted = consolidate({ cold: '700000' })
    expect(await refusalOf(open().signer, wanted)).toBe('address')
    expect(await refusalOf(open({ cold: addressOf('ltc', 12) }).signer, wanted)).toBe('address')
    const outputs = outputsOf(await open({ cold: COLD }).signer.answer(wanted))
    expect(outputs[0]).toEqual([`0014${'0c'.repeat(20)}`, 700_000n])
    expect(outputs[1]?.[0]).toBe(ofHot)
  })

  it('are spent once, replaced, and counted in no hour', async () => {
    const { signer } = open({ cold: COLD })
    for (const [at, id] of ['a', 'b', 'c', 'd'].entries()) {
      const inputs = [input(20 + at, { units: '900000' })]
      expect(await refusalOf(signer, consolidate({ id, cold: '800000', inputs }))).toBe('0')
    }
    expect(await refusalOf(signer, approved({ receive: '600000' }))).toBe('0')
    expect(await refusalOf(signer, consolidate({ inputs: [input(1)] }))).toBe('inputs')
    const again = { id: 'a', cold: '800000', inputs: [input(20, { units: '900000' })], bump: 1 }
    expect(await refusalOf(signer, consolidate(again))).toBe('gas')
    expect(await refusalOf(signer, consolidate({ ...again, perByte: '13', cold: '1' }))).toBe(
      'changed',
    )
    expect(await refusalOf(signer, consolidate({ ...again, perByte: '13' }))).toBe('0')
  })

  it.each([
    ['of another asset', { asset: 'ETH' }, 'asset'],
    ['of another network', { network: 'evm-a' }, 'network'],
    ['of a network that is none', { network: '__proto__' }, 'network'],
    ['at a dear byte', { perByte: '1001' }, 'gas'],
    ['for nothing', { perByte: '0' }, 'gas'],
    ['at a dear fee', { perByte: '600' }, 'gas'],
    ['that do not pay their fee', { inputs: [input(1, { units: '1000' })] }, 'amount'],
    ['that lack what the cold address gets', { cold: '800000' }, 'amount'],
    ['with less than nothing for the cold address', { cold: '-1' }, 'malformed'],
    ['with an amount that is none', { cold: 5 as never }, 'malformed'],
    ['twice', { inputs: [input(1), input(1)] }, 'malformed'],
    ['without inputs', { inputs: [] }, 'malformed'],
  ])('are not moved %s', async (_, changes, refusal) => {
    expect(await refusalOf(open({ cold: COLD }).signer, consolidate(changes))).toBe(refusal)
  })

  it('pay nobody else in 500 mutated requests (wallet 9)', async () => {
    const { signer } = open({ cold: COLD })
    const values = ['', '0', '-1', '1e3', '700001', ADDRESS, TAKER, null, undefined, 5, [], {}]
    const fields = ['asset', 'network', 'cold', 'perByte', 'address', 'to', 'receive', 'script']
    const allowed = new Set([ofHot, `0014${'0c'.repeat(20)}`])
    let [signed, refused, state] = [0, 0, 7]
    const below = (most: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
      return (state >>> 8) % most
    }
    for (let at = 0; at < 500; at++) {
      const request = {
        ...consolidate({
          id: `m${at}`,
          inputs: [input(1, { txHash: at.toString(16).padStart(64, '0') })],
        }),
        [fields[below(fields.length)]!]: values[below(values.length)],
        [fields[below(fields.length)]!]: values[below(values.length)],
      }
      const answer = await signer.answer(request as never)
      if ('refused' in answer) refused++
      else for (const [script] of outputsOf(answer)) expect(allowed).toContain(script)
      if ('signed' in answer) signed++
    }
    expect(Math.min(signed, refused)).toBeGreaterThan(50)
  }, 600_000)
})

describe('where an output goes (wallet 4)', () => {
  it('reads addresses of keys and of scripts', () => {
    const typeOf = (address: string, prefix = 'rltc') => {
      const script = scriptOf(address, prefix)
      return script && OutScript.decode(script).type
    }
    const script = bech32.encode('rltc', [0, ...bech32.toWords(new Uint8Array(32).fill(1))])
    const taproot = bech32.encode('rltc', [1, ...bech32.toWords(new Uint8Array(32).fill(1))])
    expect([typeOf(ADDRESS), typeOf(script), typeOf(taproot)]).toEqual(['wpkh', 'wsh', undefined])
    expect([typeOf(legacy(0x6f)), typeOf(legacy(0x3a))]).toEqual(['pkh', 'sh'])
    expect([typeOf(legacy(0x30)), typeOf(legacy(0x30), 'ltc')]).toEqual([undefined, 'pkh'])
    expect([typeOf('nonsense'), typeOf(ADDRESS, 'other')]).toEqual([undefined, undefined])
  })
})

describe('10,000 mutated payments of outputs (wallet 9)', () => {
  let state = 11
  const below = (most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff
    return (state >>> 8) % most
  }
  const pick = <T>(of: readonly T[]): T => of[below(of.length)]!
  const values: readonly unknown[] = ['', '-1', '0x5', ' 5', `1${'0'.repeat(40)}`, null, 5, [], {}]
  const flipped = (text: string): string => {
    const at = below(text.length)
    return `${text.slice(0, at)}${pick([...'0123456789abcXYZ+/='])}${text.slice(at + 1)}`
  }

  function mutate(request: SpendRequest): unknown {
    const [first, second] = request.inputs
    const field = pick(['id', 'network', 'address', 'asset', 'receive', 'fee'] as const)
    switch (below(8)) {
      case 0:
        return { ...request, [field]: pick(values) }
      case 1:
        return { ...request, [field]: flipped(request[field]) }
      case 2:
        return { ...request, approvals: pick([[], request.approvals.slice(1)]) }
      case 3:
        return { ...request, perByte: pick([...values, '0', '1001', '999999']) }
      case 4:
        return { ...request, inputs: pick([[], [first], [first, first], 'x', null, [null]]) }
      case 5:
        return {
          ...request,
          inputs: [{ ...first, [pick(['txHash', 'ordinal', 'units'])]: pick(values) }, second],
        }
      case 6:
        return { ...request, bump: pick([1, 5, 6, -1, '1', null]) }
      default:
        return { ...request, kind: pick(['', 'withdrawal', 'sweep', 'Spend', null]) }
    }
  }

  it('get no signature', async () => {
    const { signer, journal } = open({ unapprovedMost: '0' })
    const valid = approved({ receive: '700000' })
    const same = JSON.stringify(valid)
    for (let done = 0; done < 10_000;) {
      const request = mutate(valid)
      // A number in the place of an output is as good as another.
      const harmless = JSON.stringify(request) === same || isOtherPlace(request)
      if (harmless) continue
      const answer = await signer.answer(request as SignRequest)
      if (!('refused' in answer)) expect(request).toBe('refused')
      done++
    }
    expect(journal.find('spend 1 0')).toBeUndefined()
    expect(await refusalOf(signer, valid)).toBe('0')
  }, 600_000)

  /** An output that is not there: signed, and no node would take it. */
  const isOtherPlace = (request: unknown): boolean => {
    const { inputs } = request as { readonly inputs?: readonly { readonly ordinal?: unknown }[] }
    return Array.isArray(inputs) && inputs[0]?.ordinal === 5
  }
})
