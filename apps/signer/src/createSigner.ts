import { createHash } from 'node:crypto'
import { encodeFunctionData, erc20Abi, keccak256, stringToHex, type Address } from 'viem'
import type { Keys } from './keys.ts'
import type { Journal, JournalEntry } from './openJournal.ts'
import {
  isUtxo,
  judge,
  networkOf,
  payeeOf,
  STATEMENT_FEES,
  statementFee,
  type EvmPolicy,
  type Policy,
  type UtxoPolicy,
} from './policy.ts'
import {
  reserveText,
  statementText,
  type Answer,
  type EvmRequest,
  type Refusal,
  type Request,
  type Signed,
  type SignRequest,
  type SpentOutput,
  type UtxoRequest,
} from './protocol.ts'
import { ROOT, SNAPSHOT } from './statement.ts'
import { placeOf, planSpend, signSpend, signText } from './utxo.ts'

export interface SignerOptions {
  readonly keys: Keys
  readonly policy: Policy
  readonly journal: Journal
  readonly now: () => number
}

/** Answers one request at a time; what it signs is in the journal before anybody has it. */
export interface Signer {
  answer(request: Request): Promise<Answer>
}

const HOUR_MS = 3_600_000
const MOST_INDEX = 2 ** 31

export function createSigner(options: SignerOptions): Signer {
  let queue: Promise<unknown> = Promise.resolve()
  return {
    answer(request) {
      const answer = queue.then(() => answerNow(options, request))
      queue = answer.catch(() => {})
      return answer
    },
  }
}

async function answerNow(options: SignerOptions, request: Request): Promise<Answer> {
  switch (request.kind) {
    case 'accounts':
      return accounts(options, request.family)
    case 'address':
      return address(options, request)
    case 'attest':
      return attest(options, request)
    case 'withdrawal':
    case 'gas':
    case 'sweep':
    case 'cold':
    case 'statement':
    case 'spend':
    case 'consolidate':
      return sign(options, request)
    default:
      return { refused: 'malformed' }
  }
}

function accounts({ keys, policy }: SignerOptions, family = 'evm'): Answer {
  if (family === 'evm') return { xpub: keys.xpub, hot: keys.hot }
  const network = networkOf(policy, family)
  if (!network) return { refused: 'network' }
  const coin = keys.utxo(network.family)
  return { xpub: coin.xpub, hot: coin.address(null, network.addressPrefix) }
}

function address(
  { keys, policy }: SignerOptions,
  { index, family = 'evm' }: Extract<Request, { readonly kind: 'address' }>,
): Answer {
  if (!isIndex(index)) return { refused: 'malformed' }
  if (family === 'evm') return { address: keys.depositAddress(index) }
  const network = networkOf(policy, family)
  return network
    ? { address: keys.utxo(network.family).address(index, network.addressPrefix) }
    : { refused: 'network' }
}

const isIndex = (index: unknown): index is number =>
  Number.isSafeInteger(index) && Number(index) >= 0 && Number(index) < MOST_INDEX

/** A fixed text with a moment and a hash in it: nothing that a chain or an approver would take. */
async function attest(
  { keys, policy }: SignerOptions,
  { snapshotId, root, index, family = 'evm' }: Extract<Request, { readonly kind: 'attest' }>,
): Promise<Answer> {
  const isText = typeof snapshotId === 'string' && typeof root === 'string'
  if (!isText || !SNAPSHOT.test(snapshotId) || !ROOT.test(root)) return { refused: 'malformed' }
  if (index !== null && !isIndex(index)) return { refused: 'malformed' }
  const message = reserveText({ snapshotId, root })
  if (family !== 'evm') {
    const network = networkOf(policy, family)
    if (!network) return { refused: 'network' }
    const key = keys.utxo(network.family).key(index)
    return { signature: await signText(message, { family: network.family, key }) }
  }
  const account = index === null ? keys.hotAccount() : keys.depositAccount(index)
  return { signature: await account.signMessage({ message }) }
}

async function sign(options: SignerOptions, request: SignRequest): Promise<Answer> {
  const { policy, journal, now } = options
  const refused = judge(request, {
    policy,
    history: {
      spentInHour: ({ network, asset }) =>
        journal.spentSince({ network, asset, since: now() - HOUR_MS }),
    },
  })
  // A repeated request was counted in its hour already: it gets what it got before.
  if (refused && refused !== 'hourly') return { refused }
  const name = nameOf(request)
  const digest = digestOf(request)
  const known = journal.find(name)
  if (known) return known.digest === digest ? { signed: signedOf(known) } : { refused: 'changed' }
  if (refused) return { refused }
  const network = policy.networks[request.network]
  if (!network) return { refused: 'network' }
  if (request.kind === 'spend' || request.kind === 'consolidate')
    return isUtxo(network)
      ? signSpent(options, { request, network, name, digest })
      : { refused: 'network' }
  return isUtxo(network)
    ? { refused: 'network' }
    : signNew(options, { request, network, name, digest })
}

/** One payment for each output: those of a replacement are those of what it replaces (W4). */
function signSpent(
  { keys: all, journal, now }: SignerOptions,
  {
    request,
    network,
    name,
    digest,
  }: {
    readonly request: UtxoRequest
    readonly network: UtxoPolicy
    readonly name: string
    readonly digest: string
  },
): Answer {
  const keys = all.utxo(network.family)
  const inputs = request.inputs.map(inputText)
  const sender = keys.address(null, network.addressPrefix)
  const nonce = nonceOf({ ...request, mined: 0 }, { journal, sender })
  if (typeof nonce === 'string') return { refused: nonce }
  const refused = inputFault(request, { journal, inputs })
  if (refused) return { refused }
  const found = payeeOf(request, network)
  const plan = found && planSpend(request, found.payee)
  if (!plan) return { refused: 'amount' }
  const signed: Signed = { ...signSpend(request, { plan, keys }), nonce }
  journal.append({
    ...signed,
    name,
    digest,
    network: request.network,
    sender,
    inputs,
    perByte: request.perByte,
    // What stays ours is in no cap of an hour.
    ...(request.kind === 'spend' && request.bump === 0
      ? { asset: request.asset, atoms: request.receive }
      : {}),
    at: now(),
  })
  return { signed }
}

const inputText = (input: SpentOutput): string =>
  [placeOf(input), input.units, input.index ?? 'hot'].join(':')

function inputFault(
  request: UtxoRequest,
  { journal, inputs }: { readonly journal: Journal; readonly inputs: readonly string[] },
): Refusal | undefined {
  if (request.bump === 0)
    return inputs.some((input) => journal.spenderOf(request.network, input) !== undefined)
      ? 'inputs'
      : undefined
  const before = journal.find(nameOf({ ...request, bump: request.bump - 1 }))
  if (before?.inputs?.join(' ') !== inputs.join(' ')) return 'inputs'
  return BigInt(request.perByte) > BigInt(before.perByte ?? '0') ? undefined : 'gas'
}

async function signNew(
  { keys, journal, now }: SignerOptions,
  {
    request,
    network,
    name,
    digest,
  }: {
    readonly request: EvmRequest
    readonly network: EvmPolicy
    readonly name: string
    readonly digest: string
  },
): Promise<Answer> {
  const account = request.kind === 'sweep' ? keys.depositAccount(request.index) : keys.hotAccount()
  const sender = account.address
  const nonce = nonceOf(request, { journal, sender })
  if (typeof nonce === 'string') return { refused: nonce }
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: network.chainId,
    nonce,
    gas: BigInt(request.gas.limit),
    maxFeePerGas: BigInt(request.gas.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(request.gas.maxPriorityFeePerGas),
    ...paymentOf(request, { network, keys }),
  })
  const signed: Signed = { raw, txHash: keccak256(raw), nonce }
  journal.append({
    ...signed,
    name,
    digest,
    network: request.network,
    sender,
    ...(request.bump === 0 ? spentOf(request) : {}),
    at: now(),
  })
  return { signed }
}

/** What the caps of an hour count; a replacement takes the place of what was counted. */
function spentOf(request: EvmRequest): Pick<JournalEntry, 'asset' | 'atoms'> {
  if (request.kind === 'withdrawal') return { asset: request.asset, atoms: request.receive }
  return request.kind === 'statement'
    ? { asset: STATEMENT_FEES, atoms: String(statementFee(request)) }
    : {}
}

const signedOf = ({ raw, txHash, nonce }: Signed): Signed => ({ raw, txHash, nonce })

const nameOf = ({ kind, id, bump }: SignRequest): string => `${kind} ${id} ${bump}`

/**
 * Without what is another on another day, the fee and what it is paid from: a repeated request gets
 * the first bytes.
 */
function digestOf(whole: SignRequest): string {
  const {
    gas: _gas,
    mined: _mined,
    perByte: _perByte,
    inputs: _inputs,
    ...request
  } = whole as Partial<EvmRequest> & Partial<UtxoRequest>
  const fields = {
    ...request,
    ...('approvals' in request ? { approvals: [] } : {}),
    // The order of its fields is no part of what a statement says.
    ...('statement' in request && request.statement
      ? { statement: statementText(request.statement) }
      : {}),
  }
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

/**
 * The next of its sender, without a gap. A replacement has that of what it replaces, and pays more:
 * of both one is mined (W4).
 */
function nonceOf(
  request: EvmRequest | (UtxoRequest & Pick<EvmRequest, 'mined'>),
  { journal, sender }: { readonly journal: Journal; readonly sender: string },
): number | Refusal {
  if (request.bump > 0) {
    const before = journal.find(nameOf({ ...request, bump: request.bump - 1 }))
    if (!before) return 'bump'
    const isSame = digestOf({ ...request, bump: request.bump - 1 }) === before.digest
    return isSame ? before.nonce : 'changed'
  }
  const next = journal.nextNonce(request.network, sender)
  if (next === undefined) return request.mined
  // Coins left that were not signed here: another process has the key.
  return request.mined > next ? 'nonce' : next
}

function paymentOf(
  request: EvmRequest,
  { network, keys }: { readonly network: EvmPolicy; readonly keys: Keys },
): { readonly to: Address; readonly value?: bigint; readonly data?: `0x${string}` } {
  if (request.kind === 'gas')
    return { to: keys.depositAddress(request.index) as Address, value: BigInt(request.units) }
  if (request.kind === 'statement')
    return {
      to: keys.hot as Address,
      value: 0n,
      data: stringToHex(statementText(request.statement)),
    }
  const to = receiverOf(request, { network, keys })
  const asset = network.assets[request.asset]
  if (!asset) throw new RangeError('The asset is not in the policy.')
  const units =
    request.kind === 'withdrawal'
      ? BigInt(request.receive) / BigInt(asset.atomsPerUnit)
      : BigInt(request.units)
  if (asset.contract === undefined) return { to, value: units }
  return {
    to: asset.contract as Address,
    value: 0n,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, units] }),
  }
}

/** Only a withdrawal has an address of its own; `judge` looked at it. */
function receiverOf(
  request: Exclude<EvmRequest, { readonly kind: 'gas' | 'statement' }>,
  { network, keys }: { readonly network: EvmPolicy; readonly keys: Keys },
): Address {
  if (request.kind === 'withdrawal') return request.address as Address
  return (request.kind === 'sweep' ? keys.hot : (network.cold ?? keys.hot)) as Address
}
