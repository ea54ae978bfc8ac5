import { createPublicKey, verify } from 'node:crypto'
import {
  approvalText,
  type Approval,
  type ColdRequest,
  type Gas,
  type ConsolidationRequest,
  type Refusal,
  type SignRequest,
  type SpendRequest,
  type SpentOutput,
  type StatementRequest,
  type SweepRequest,
  type UtxoFamily,
  type UtxoRequest,
  type WithdrawalRequest,
} from './protocol.ts'
import { isStatement } from './statement.ts'
import { placeOf, planSpend, scriptOf, type SpendPlan } from './utxo.ts'

/** An asset on a network. */
export interface AssetPolicy {
  /** Of a token; absent: the network's own coin. */
  readonly contract?: string
  /** Atoms of the ledger in one unit of the chain. */
  readonly atomsPerUnit: string
  /** Atoms that leave in one withdrawal without approvals. */
  readonly unapprovedMost: string
  /** Atoms that leave in an hour altogether. */
  readonly hourlyMost: string
}

/** A UTXO network. */
export interface UtxoPolicy {
  readonly family: UtxoFamily
  /** What its bech32 addresses begin with. */
  readonly addressPrefix: string
  /** In units of the chain, for a byte and for a whole payment. */
  readonly perByteMost: string
  readonly feeMost: string
  /** Receives what the other addresses have too much; its key is elsewhere. */
  readonly cold?: string
  readonly assets: Readonly<Record<string, AssetPolicy>>
}

export interface EvmPolicy {
  readonly chainId: number
  readonly maxFeePerGas: string
  readonly gasLimitMost: string
  /** Units that a deposit address is sent for its gas. */
  readonly gasMost: string
  /** Units that statements may cost in an hour altogether. Absent: none is signed for here. */
  readonly statementFeesMost?: string
  /** Receives what the hot address has too much; its key is elsewhere. */
  readonly cold?: string
  readonly assets: Readonly<Record<string, AssetPolicy>>
}

export type NetworkPolicy = EvmPolicy | UtxoPolicy

export const isUtxo = (network: NetworkPolicy): network is UtxoPolicy => 'family' in network

/** The network of a family; of UTXO networks there is one of each. */
export const networkOf = (
  { networks }: Pick<Policy, 'networks'>,
  family: string,
): UtxoPolicy | undefined =>
  Object.values(networks)
    .filter(isUtxo)
    .find((network) => network.family === family)

export interface Policy {
  readonly networks: Readonly<Record<string, NetworkPolicy>>
  /** Name -> raw Ed25519 public key, base64. */
  readonly approvers: Readonly<Record<string, string>>
}

/** Under which the journal keeps what statements cost; no asset has such a name. */
export const STATEMENT_FEES = 'statement fees'

/** What was signed before. */
export interface History {
  /** Atoms of the asset that left in the last hour. */
  spentInHour(place: { readonly network: string; readonly asset: string }): bigint
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const WHOLE = /^(?:0|[1-9][0-9]{0,38})$/
const ID = /^[A-Za-z0-9:_-]{1,64}$/
const TX_HASH = /^[0-9a-f]{64}$/
const MOST_BUMPS = 5
const MOST_INPUTS = 80
const MOST_ADDRESS = 100

/** Whether the policy allows a request; nothing else decides it (wallet 4). */
export function judge(
  request: SignRequest,
  { policy, history }: { readonly policy: Policy; readonly history: History },
): Refusal | undefined {
  if (!isWellFormed(request)) return 'malformed'
  const network = ownEntry(policy.networks, request.network)
  if (!network) return 'network'
  if (request.kind === 'spend')
    return isUtxo(network) ? judgeSpend(request, { policy, network, history }) : 'network'
  if (request.kind === 'consolidate')
    return isUtxo(network) ? judgeConsolidation(request, network) : 'network'
  if (isUtxo(network)) return 'network'
  if (request.kind === 'statement') return judgeStatement(request, { network, history })
  if (!isGasAllowed(request.gas, network)) return 'gas'
  switch (request.kind) {
    case 'gas':
      return isBetween(request.units, network.gasMost) ? undefined : 'amount'
    case 'cold':
      if (!ADDRESS.test(network.cold ?? '')) return 'address'
      return judgeOwn(request, network)
    case 'sweep':
      return judgeOwn(request, network)
    case 'withdrawal':
      return judgeWithdrawal(request, { policy, network, history })
  }
}

/** What a statement costs at most, in units of the chain. */
export const statementFee = ({ gas }: StatementRequest): bigint =>
  BigInt(gas.limit) * BigInt(gas.maxFeePerGas)

/** Its gas follows its length: what it costs altogether is limited. */
function judgeStatement(
  request: StatementRequest,
  { network, history }: { readonly network: EvmPolicy; readonly history: History },
): Refusal | undefined {
  const { statementFeesMost: most } = network
  if (most === undefined) return 'network'
  const fee = statementFee(request)
  if (!isGasAllowed(request.gas, { ...network, gasLimitMost: request.gas.limit })) return 'gas'
  if (fee > BigInt(most)) return 'gas'
  if (request.bump > 0) return undefined
  const spent = history.spentInHour({ network: request.network, asset: STATEMENT_FEES })
  return spent + fee > BigInt(most) ? 'hourly' : undefined
}

/** What stays on addresses of the exchange. */
function judgeOwn(request: SweepRequest | ColdRequest, { assets }: EvmPolicy): Refusal | undefined {
  if (!ownEntry(assets, request.asset)) return 'asset'
  return BigInt(request.units) > 0n ? undefined : 'amount'
}

function judgeWithdrawal(
  request: WithdrawalRequest,
  {
    policy,
    network,
    history,
  }: { readonly policy: Policy; readonly network: EvmPolicy; readonly history: History },
): Refusal | undefined {
  const asset = ownEntry(network.assets, request.asset)
  if (!asset) return 'asset'
  const contracts = Object.values(network.assets).map(({ contract }) => contract?.toLowerCase())
  const address = request.address.toLowerCase()
  if (/^0x0{40}$/.test(address) || contracts.includes(address)) return 'address'
  return judgeAmount(request, { asset, policy, history })
}

/** The same of every network: what leaves at once, with whom, and in an hour. */
function judgeAmount(
  request: WithdrawalRequest | SpendRequest,
  {
    asset,
    policy,
    history,
  }: { readonly asset: AssetPolicy; readonly policy: Policy; readonly history: History },
): Refusal | undefined {
  const receive = BigInt(request.receive)
  if (receive <= 0n || receive % BigInt(asset.atomsPerUnit) !== 0n) return 'amount'
  if (receive > BigInt(asset.unapprovedMost) && !isApproved(request, policy)) return 'approvals'
  if (request.bump > 0) return undefined
  const spent = history.spentInHour(request)
  return spent + receive > BigInt(asset.hourlyMost) ? 'hourly' : undefined
}

/**
 * Whom a payment of outputs pays beside the hot address, which gets the rest. `undefined`: the
 * policy knows no such asset or address.
 */
export function payeeOf(
  request: UtxoRequest,
  { assets, addressPrefix, cold = '' }: UtxoPolicy,
): { readonly payee: SpendPlan['payee'] } | undefined {
  const asset = ownEntry(assets, request.asset)
  if (!asset) return undefined
  if (request.kind === 'consolidate' && request.cold === '0') return { payee: undefined }
  const script = scriptOf(request.kind === 'spend' ? request.address : cold, addressPrefix)
  const units =
    request.kind === 'spend'
      ? BigInt(request.receive) / BigInt(asset.atomsPerUnit)
      : BigInt(request.cold)
  return script && { payee: { script, units } }
}

/** The inputs pay the amount and a fee within the policy; the rest can only come back. */
function judgeSpend(
  request: SpendRequest,
  {
    policy,
    network,
    history,
  }: { readonly policy: Policy; readonly network: UtxoPolicy; readonly history: History },
): Refusal | undefined {
  const asset = ownEntry(network.assets, request.asset)
  if (!asset) return 'asset'
  const found = payeeOf(request, network)
  if (!found) return 'address'
  if (!isBetween(request.perByte, network.perByteMost)) return 'gas'
  const refused = judgeAmount(request, { asset, policy, history })
  if (refused && refused !== 'hourly') return refused
  return feeFault(request, { network, ...found }) ?? refused
}

/** What stays on addresses of the exchange, and loses a fee within the policy. */
function judgeConsolidation(
  request: ConsolidationRequest,
  network: UtxoPolicy,
): Refusal | undefined {
  if (!ownEntry(network.assets, request.asset)) return 'asset'
  const found = payeeOf(request, network)
  if (!found) return 'address'
  if (!isBetween(request.perByte, network.perByteMost)) return 'gas'
  return feeFault(request, { network, ...found })
}

function feeFault(
  request: UtxoRequest,
  { network, payee }: { readonly network: UtxoPolicy; readonly payee: SpendPlan['payee'] },
): Refusal | undefined {
  const plan = planSpend(request, payee)
  if (!plan) return 'amount'
  return plan.fee > BigInt(network.feeMost) ? 'gas' : undefined
}

/** Two different persons of the policy signed this text. */
export function isApproved(
  request: WithdrawalRequest | SpendRequest,
  { approvers }: Policy,
): boolean {
  const text = Buffer.from(approvalText(request))
  const names = request.approvals
    .filter((approval) =>
      isSignedBy(approval, { key: ownEntry(approvers, approval.approver), text }),
    )
    .map(({ approver }) => ownEntry(approvers, approver))
  return new Set(names).size >= 2
}

/** The prefix of an Ed25519 key in SPKI. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

function isSignedBy(
  { signature }: Approval,
  { key, text }: { readonly key: string | undefined; readonly text: Uint8Array },
): boolean {
  const raw = Buffer.from(key ?? '', 'base64')
  const bytes = Buffer.from(signature, 'base64')
  if (raw.length !== 32 || bytes.length !== 64) return false
  const spki = Buffer.concat([SPKI, raw])
  return verify(null, text, createPublicKey({ key: spki, format: 'der', type: 'spki' }), bytes)
}

function isGasAllowed(gas: Gas, { maxFeePerGas, gasLimitMost }: EvmPolicy): boolean {
  return (
    isBetween(gas.maxFeePerGas, maxFeePerGas) &&
    isBetween(gas.limit, gasLimitMost) &&
    BigInt(gas.limit) >= 21_000n &&
    BigInt(gas.maxPriorityFeePerGas) <= BigInt(gas.maxFeePerGas)
  )
}

const isBetween = (text: string, most: string): boolean =>
  BigInt(text) > 0n && BigInt(text) <= BigInt(most)

/** An entry of the record itself: never one of `Object.prototype`. */
const ownEntry = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

const isText = (value: unknown): value is string => typeof value === 'string'
const isWhole = (value: unknown): boolean => isText(value) && WHOLE.test(value)
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value < 2 ** 31

/** Whether the request has every field in its form: it came over a socket. */
export function isWellFormed(value: unknown): value is SignRequest {
  if (typeof value !== 'object' || value === null) return false
  const request = value as Partial<Record<string, unknown>>
  const isBase =
    isText(request['id']) &&
    ID.test(request['id']) &&
    isText(request['network']) &&
    isCount(request['bump']) &&
    request['bump'] <= MOST_BUMPS
  if (!isBase) return false
  if (request['kind'] === 'spend') return hasSpendFields(request)
  if (request['kind'] === 'consolidate')
    return isText(request['asset']) && isWhole(request['cold']) && hasInputs(request)
  return isCount(request['mined']) && isGas(request['gas']) && hasOwnFields(request)
}

function isGas(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const gas = value as Partial<Record<string, unknown>>
  return [gas['limit'], gas['maxFeePerGas'], gas['maxPriorityFeePerGas']].every(isWhole)
}

function hasSpendFields(request: Partial<Record<string, unknown>>): boolean {
  const { address } = request
  const isAddress = isText(address) && address.length <= MOST_ADDRESS
  return isAddress && hasWithdrawalFields(request) && hasInputs(request)
}

function hasInputs({ perByte, inputs }: Partial<Record<string, unknown>>): boolean {
  if (!isWhole(perByte) || !Array.isArray(inputs) || !inputs.every(isSpentOutput)) return false
  const places = new Set(inputs.map(placeOf))
  return inputs.length > 0 && inputs.length <= MOST_INPUTS && places.size === inputs.length
}

function isSpentOutput(value: unknown): value is SpentOutput {
  if (typeof value !== 'object' || value === null) return false
  const { txHash, ordinal, units, index } = value as Partial<Record<string, unknown>>
  return (
    isText(txHash) &&
    TX_HASH.test(txHash) &&
    isCount(ordinal) &&
    isWhole(units) &&
    units !== '0' &&
    (index === null || isCount(index))
  )
}

function hasOwnFields(request: Partial<Record<string, unknown>>): boolean {
  const { address } = request
  switch (request['kind']) {
    case 'gas':
      return isCount(request['index']) && isWhole(request['units'])
    case 'sweep':
      return isCount(request['index']) && isWhole(request['units']) && isText(request['asset'])
    case 'cold':
      return isWhole(request['units']) && isText(request['asset'])
    case 'statement':
      return isStatement(request['statement'], request['id'])
    case 'withdrawal':
      return isText(address) && ADDRESS.test(address) && hasWithdrawalFields(request)
    default:
      return false
  }
}

function hasWithdrawalFields(request: Partial<Record<string, unknown>>): boolean {
  const { approvals } = request
  return (
    isText(request['asset']) &&
    isWhole(request['receive']) &&
    isWhole(request['fee']) &&
    Array.isArray(approvals) &&
    approvals.length <= 8 &&
    approvals.every(isApproval)
  )
}

const isApproval = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  isText((value as Approval).approver) &&
  isText((value as Approval).signature)
